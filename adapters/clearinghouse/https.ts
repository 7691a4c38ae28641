import {
  type Clearinghouse,
  ClearinghouseFailure,
  type EligibilityRequest,
  type FailureKind,
} from './port.ts'
import { read271 } from './read-271.ts'
import { answerAbout } from './same-person.ts'
import { write270 } from './write-270.ts'
import type { TradingPartner } from './write-envelope.ts'
import { X12Fault } from './x12.ts'

export interface HttpsOptions {
  /** The URL that requests are posted to. Plain HTTP is allowed for this machine only. */
  url: string
  authorization?: { bearer: string } | { user: string; password: string }
  partner: TradingPartner
  /** For the complete reply. */
  timeoutMs?: number
  contentType?: string
}

/** An answer about one person has some 10 kB. */
const LONGEST_ANSWER = 5_000_000

/**
 * The production adapter: posts a 270 and reads the 271 from the reply. Throws TypeError for an invalid URL.
 */
export function httpsClearinghouse(options: HttpsOptions): Clearinghouse {
  const { partner, timeoutMs = 30_000, contentType = 'application/edi-x12' } = options
  const url = new URL(options.url)
  const isLocal = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))
    throw new TypeError('The clearinghouse must be reached by https')
  const authorization = authorize(options.authorization)

  return {
    async check(request) {
      const raw270 = write270(request, partner)
      const fail = (kind: FailureKind, message: string, more: { raw271?: string; cause?: unknown } = {}) =>
        new ClearinghouseFailure(kind, message, { raw270, ...more })
      const { status, text } = await post(raw270).catch((cause: unknown) => {
        if (cause instanceof TooLong)
          throw fail('garbage', 'The clearinghouse’s answer is too long', { cause })
        throw isTimeout(cause)
          ? fail('slow', `The clearinghouse did not answer within ${timeoutMs / 1000} s`, { cause })
          : fail('down', 'The clearinghouse cannot be reached', { cause })
      })
      if (status !== 200)
        throw fail(kindOf(status), `The clearinghouse answered with status ${status}`, { raw271: text })
      try {
        const { answer, problems } = read271(text, request)
        assertOwnTrace(answer.traceNumber, request)
        return { answer: answerAbout(request, answer), problems, raw270, raw271: text }
      } catch (cause) {
        if (cause instanceof X12Fault) throw fail(cause.kind, cause.message, { raw271: text, cause })
        throw cause
      }
    },
  }

  async function post(body: string): Promise<{ status: number; text: string }> {
    const reply = await fetch(url, {
      method: 'POST',
      // Following a redirect would disclose the member to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { ...authorization, 'content-type': contentType, accept: contentType },
      body,
    })
    return { status: reply.status, text: await textOf(reply) }
  }
}

/** An answer about another person must never be used for this one. Payers may omit the number. */
function assertOwnTrace(traceNumber: string, request: EligibilityRequest): void {
  if (traceNumber !== '' && traceNumber !== request.traceNumber)
    throw new X12Fault('garbage', 'The answer has another trace number (TRN02): it answers another request')
}

function authorize(given: HttpsOptions['authorization']): Record<string, string> {
  if (!given) return {}
  if ('bearer' in given) return { authorization: `Bearer ${given.bearer}` }
  return { authorization: `Basic ${Buffer.from(`${given.user}:${given.password}`).toString('base64')}` }
}

/** A 4xx is our fault and will fail again tomorrow, except for those that ask us to wait. */
function kindOf(status: number): FailureKind {
  if (status === 408 || status === 504) return 'slow'
  return status >= 400 && status < 500 && status !== 429 ? 'refused' : 'down'
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'TimeoutError'
}

class TooLong extends Error {}

async function textOf(reply: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of reply.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > LONGEST_ANSWER) throw new TooLong()
  }
  return text + decoder.decode()
}
