import type { OperationOutcome } from 'fhir/r4.js'
import { ERRORS, type ErrorCode, type Problem } from '#contract/errors.ts'

/** A FHIR endpoint's refusal. `scope` is the missing scope. */
export class FhirRefusal extends Error {
  readonly status: number
  readonly code: OperationOutcome['issue'][number]['code']

  constructor(status: number, code: FhirRefusal['code'], message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export function outcome(code: FhirRefusal['code'], text: string): OperationOutcome {
  return { resourceType: 'OperationOutcome', issue: [{ severity: 'error', code, details: { text } }] }
}

const CODES: Record<number, FhirRefusal['code']> = {
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  413: 'too-long',
  415: 'not-supported',
  429: 'throttled',
  503: 'transient',
}

/** A problem from the closed list as an OperationOutcome. */
export function outcomeOf({ status, title, detail }: Problem): OperationOutcome {
  return outcome(CODES[status] ?? (status < 500 ? 'invalid' : 'exception'), detail ?? title)
}

export function outcomeOfCode(code: ErrorCode): { status: number; body: OperationOutcome } {
  const [status, text] = ERRORS[code]
  return { status, body: outcome(CODES[status] ?? (status < 500 ? 'invalid' : 'exception'), text) }
}
