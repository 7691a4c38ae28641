import type { OperationOutcomeIssue } from 'fhir/r4.js'
import type { ReadMessage } from '../port.ts'

/** The identity of a Bundle. */
export interface Header {
  controlId: string
  sender: string
  /** `Bundle transaction` and the like. */
  type: string
}

/** A refusal with its issues, element by element. */
export type Refused = Extract<ReadMessage, { kind: 'refused' }> & { issues: OperationOutcomeIssue[] }

/** AE: the content is wrong. AR: such a Bundle is not accepted at all. */
export function refused(header: Header, code: 'AE' | 'AR', issues: OperationOutcomeIssue[]): Refused {
  const issueTexts = issues.slice(0, 5).map(({ details, expression }) => {
    const [at] = expression ?? []
    return [at, details?.text].filter(Boolean).join(': ')
  })
  const more = issues.length > issueTexts.length ? [`and ${issues.length - issueTexts.length} more`] : []
  return { kind: 'refused', ...header, code, reason: [...issueTexts, ...more].join('; '), issues }
}

/** One issue: its standard type, the text and the element. */
export function issue(code: OperationOutcomeIssue['code'], text: string, at?: string): OperationOutcomeIssue {
  return { severity: 'error', code, details: { text }, ...(at ? { expression: [at] } : {}) }
}

export function isRefused(message: ReadMessage): message is Refused {
  return message.kind === 'refused' && 'issues' in message
}
