import { FILE_TOO_LARGE } from '#domain/documents/upload-rules.ts'

/**
 * The closed list of errors, with the HTTP status and the text a user sees: what happened, and what to do
 * next. An error travels as an RFC 9457 problem document whose `code` is a key of this table.
 */
export const ERRORS = {
  'not-signed-in': [401, 'Your session has ended. Log in again to continue.'],
  'account-waiting': [403, 'Your account is waiting for approval.'],
  'account-closed': [403, 'Your account is not active. Contact the laboratory to reactivate it.'],
  'email-not-verified': [
    403,
    'Please verify your email address first: open the link in the email we sent you.',
  ],
  'attestation-due': [403, 'First confirm that you are authorized to manage your institution’s users.'],
  'terms-not-accepted': [403, 'First accept the ordering portal terms.'],
  forbidden: [403, 'Your role does not allow this. Ask your institution’s administrator for permission.'],
  'not-registered': [
    404,
    'Your account is not registered with an institution yet. Complete your registration first.',
  ],
  'not-found': [404, 'This does not exist, or your institutions do not have access to it.'],
  'npi-unknown': [404, 'This number is not in the NPI registry. Check it and try again.'],
  'code-unknown': [
    404,
    'This code is not valid. Check each character. A code works once, and until its last day; the clinic that gave it can make another.',
  ],
  'type-not-supported': [404, 'Type not supported'],
  'invalid-request': [400, 'The request could not be read. Reload the page and try again.'],
  'invalid-page': [400, 'Invalid page'],
  'invalid-fields': [422, 'Some fields have errors. Correct them and try again. Nothing was changed.'],
  'order-not-ready': [
    422,
    'The order is not complete yet and was not submitted. Complete what is missing, then submit again.',
  ],
  'wrong-state': [
    409,
    'The order’s status has changed, so this is no longer possible. Reload to see the current status.',
  ],
  'follow-up-changed': [
    409,
    'The report has changed since you opened this page. Nothing was acknowledged. Reload, read the current version, and acknowledge that.',
  ],
  'already-registered': [409, 'You are already registered. Reload the page to continue.'],
  'already-there': [409, 'This already exists. Nothing was changed.'],
  'terms-changed': [
    409,
    'The terms have changed since you opened this page. Nothing was accepted. Read the current version, then accept that.',
  ],
  'report-withdrawn': [
    410,
    'The laboratory has withdrawn this report. Do not use it. The order’s page gives the laboratory’s explanation.',
  ],
  'report-questioned': [
    409,
    'The laboratory is checking whether this report is valid. Do not act on it until the laboratory has decided.',
  ],
  'tracking-number-used': [
    409,
    'This tracking number was used before. Check the number. Nothing was changed.',
  ],
  'user-state': [
    409,
    'The user’s status has changed, so this is no longer possible. Reload to see the current status.',
  ],
  'version-conflict': [
    412,
    'Someone else changed this while you were working on it. Your change was not saved.',
  ],
  'file-too-large': [413, FILE_TOO_LARGE],
  'file-not-allowed': [415, 'This type of file is not accepted. Choose another file.'],
  'not-offered': [
    403,
    'This is not available to this institution. Contact the laboratory to have it enabled.',
  ],
  'too-large': [413, 'This is too large to send. Shorten it and try again.'],
  'unsupported-media-type': [415, 'The request’s content type is not supported.'],
  'too-many-requests': [429, 'Too many requests. Wait a moment and try again.'],
  internal: [500, 'Something went wrong on our side. Nothing was changed. Try again in a moment.'],
  unavailable: [
    503,
    'The service is temporarily unavailable. Try again in a moment: nothing will be done twice.',
  ],
} as const satisfies Record<string, readonly [status: number, text: string]>

export type ErrorCode = keyof typeof ERRORS

/** One problem with one field: `path` is a JSON pointer into the request (`/patients/0/firstName`). */
export interface FieldError {
  path: string
  rule: string
  message: string
}

/** RFC 9457. `errors` holds all field errors together. */
export interface Problem {
  type: string
  title: string
  status: number
  code: ErrorCode
  detail?: string | undefined
  /** The request's id, to quote when contacting laboratory support. */
  instance?: string | undefined
  errors?: FieldError[] | undefined
}

/**
 * Whether a value is one of our own problems, with a code of the list above. Its schema is in
 * contract/problem.ts.
 */
export function isProblem(value: unknown): value is Problem {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'string' &&
    Object.hasOwn(ERRORS, value.code) &&
    'title' in value &&
    typeof value.title === 'string'
  )
}

interface ProblemDetails {
  detail?: string
  instance?: string
  errors?: FieldError[]
}

export function problemOf(code: ErrorCode, details: ProblemDetails = {}): Problem {
  const [status, title] = ERRORS[code]
  return { type: `/problems/${code}`, title, status, code, ...details }
}

/**
 * A problem as an exception: thrown by the server's services, and by the client for an answer that is a
 * problem.
 */
export class ProblemError extends Error {
  override name = 'ProblemError'
  readonly problem: Problem
  /** For code that knows errors by their HTTP status alone. */
  get statusCode(): number {
    return this.problem.status
  }
  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.detail ?? problem.title, options)
    this.problem = problem
  }
}

export function fail(code: ErrorCode, details?: ProblemDetails): never {
  throw new ProblemError(problemOf(code, details))
}
