import { isNpi } from '#domain/npi/npi.ts'
import type { NpiRecord } from '#domain/npi/npi-record.ts'
import { type NpiRegistry, RegistryAway } from './port.ts'
import { recentRecords } from './recent-records.ts'
import { readAnswer } from './registry-answer.ts'

interface RegistryApiOptions {
  /** URL of the API, such as `https://registry.example/api`. */
  url: string
  /** For each of at most two attempts. */
  timeoutMs?: number
  now?: () => number
}

/** The answer for one number has some 5 kB. */
const LONGEST_ANSWER = 1_000_000

/**
 * The production adapter: the public registry's API v2.1. Records found in the last hour are not requested
 * again.
 */
export function apiRegistry({ url, timeoutMs = 5_000, now = Date.now }: RegistryApiOptions): NpiRegistry {
  const recent = recentRecords(now)

  async function ask(npi: string): Promise<NpiRecord | null> {
    const address = new URL(url)
    if (!address.pathname.endsWith('/')) address.pathname += '/'
    address.search = new URLSearchParams({ version: '2.1', number: npi }).toString()
    const signal = AbortSignal.timeout(timeoutMs)
    // Following a redirect would let another host vouch for a person's identity.
    const reply = await fetch(address, { redirect: 'error', signal, headers: { accept: 'application/json' } })
    if (reply.status !== 200) {
      await reply.body?.cancel()
      throw new RegistryAway(`The NPI registry answered with status ${reply.status}`)
    }
    return readAnswer(await bodyOf(reply), npi)
  }

  return {
    async lookup(npi) {
      // The registry itself does not validate the check digit.
      if (!isNpi(npi)) return null
      const known = recent.get(npi)
      if (known) return known
      const record = await ask(npi)
        .catch(() => ask(npi))
        .catch((error: unknown) => {
          if (error instanceof RegistryAway) throw error
          throw new RegistryAway('The NPI registry did not answer', { cause: error })
        })
      recent.note(npi, record)
      return record
    },
    recent: recent.get,
  }
}

async function bodyOf(reply: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of reply.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > LONGEST_ANSWER) throw new RegistryAway('The NPI registry’s answer is too long')
  }
  return text + decoder.decode()
}
