import type { CounselingPartner, PartnerAnswer } from './port.ts'
import { signatureOf } from './signature.ts'

interface HttpsOptions {
  /** The URL that messages are posted to. Plain HTTP is allowed for this machine only. */
  url: string
  /** Shared with the partner; signs outgoing messages. */
  secret: string
  /** For the complete reply. */
  timeoutMs?: number
}

/**
 * 4xx statuses that concern the moment or the connection rather than the request: once fixed, the request
 * should still go out.
 */
const PASSING = [401, 403, 404, 407, 408, 425, 429]
const LONGEST_ANSWER = 10_000

/**
 * The production adapter: posts `{ type, reference, … }` as JSON with a signature (signature.ts) and the
 * reference as Idempotency-Key. 2xx means accepted, 409 accepted before, another 4xx refused. An HTML page
 * (maintenance, a proxy's own) is not the partner's answer, whatever its status. Throws TypeError for an
 * invalid URL.
 */
export function httpsPartner({ url: given, secret, timeoutMs = 20_000 }: HttpsOptions): CounselingPartner {
  const url = new URL(given)
  const isLocal = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))
    throw new TypeError('The counseling partner must be reached by https')

  async function post(message: { type: string; reference: string }): Promise<Response> {
    const body = JSON.stringify(message)
    return fetch(url, {
      method: 'POST',
      // Following a redirect would disclose the patient to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'idempotency-key': `${message.type}-${message.reference}`,
        'x-karyo-signature': signatureOf(secret, body, new Date()),
      },
      body,
    }).catch((cause: unknown) => {
      throw new Error(
        isTimeout(cause)
          ? `The counseling partner did not answer within ${timeoutMs / 1000} s`
          : 'The counseling partner cannot be reached',
        { cause },
      )
    })
  }

  return {
    description: `by signed HTTPS to ${url.host}`,
    async handOver({ reference, receivedAt, language, request }): Promise<PartnerAnswer> {
      const message = { type: 'request', reference, receivedAt: receivedAt.toISOString(), language, request }
      const reply = await post(message)
      if (isPage(reply)) throw new Error(`${await statusWords(reply)} and an HTML page`)
      if (reply.ok || reply.status === 409)
        return { taken: true, partnerReference: await referenceIn(reply).catch(() => '') }
      const reason = await statusWords(reply)
      if (!isRefusal(reply.status)) throw new Error(reason)
      return { taken: false, reason }
    },
    async forget(reference, because) {
      const reply = await post({ ...{ type: 'deleted', reference }, ...{ because } })
      if (isPage(reply)) throw new Error(`${await statusWords(reply)} and an HTML page`)
      const words = await statusWords(reply)
      if (!reply.ok && ![404, 410].includes(reply.status)) throw new Error(words)
    },
  }
}

function isPage(reply: Response): boolean {
  return /html/i.test(reply.headers.get('content-type') ?? '')
}

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !PASSING.includes(status)
}

async function statusWords(reply: Response): Promise<string> {
  await reply.body?.cancel().catch(() => undefined)
  return `The counseling partner answered with status ${reply.status}`
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'TimeoutError'
}

/** The partner's own number in `{ "partnerReference": "…" }`; a reply without one is fine. */
async function referenceIn(reply: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of reply.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > LONGEST_ANSWER) return ''
  }
  const replyBody: unknown = JSON.parse(text)
  const own = (replyBody as { partnerReference?: unknown } | null)?.partnerReference
  return typeof own === 'string' || typeof own === 'number' ? String(own).slice(0, 100) : ''
}
