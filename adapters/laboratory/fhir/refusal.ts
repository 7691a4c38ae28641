import type { OperationOutcomeIssue } from 'fhir/r4.js'
import type { ReadMessage } from '../port.ts'

/** What every Bundle says of itself. */
export interface Header {
  controlId: string
  sender: string
  /** `Bundle transaction` and so on. */
  type: string
}

/** A refusal with what is wrong, element by element. */
export type Refused = Extract<ReadMessage, { kind: 'refused' }> & { issues: OperationOutcomeIssue[] }

/** AE says that the content is at fault, AR that such a Bundle is not taken in at all. */
export function refused(header: Header, code: 'AE' | 'AR', issues: OperationOutcomeIssue[]): Refused {
  const issueTexts = issues.slice(0, 5).map(({ details, expression }) => {
    const [at] = expression ?? []
    return [at, details?.text].filter(Boolean).join(': ')
  })
  const more = issues.length > issueTexts.length ? [`and ${issues.length - issueTexts.length} more`] : []
  return { kind: 'refused', ...header, code, reason: [...issueTexts, ...more].join('; '), issues }
}

/** One thing that is wrong: the issue type of the standard, in words, and the element. */
export function issue(code: OperationOutcomeIssue['code'], text: string, at?: string): OperationOutcomeIssue {
  return { severity: 'error', code, details: { text }, ...(at ? { expression: [at] } : {}) }
}

export function isRefused(message: ReadMessage): message is Refused {
  return message.kind === 'refused' && 'issues' in message
}
