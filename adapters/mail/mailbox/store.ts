import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import PostalMime from 'postal-mime'

/** A mail as the mailbox shows it. */
export interface StoredMail {
  id: string
  to: string
  from: string
  subject: string
  text: string
  at: Date
}

export interface MailboxStore {
  /** Stores a raw message (RFC 5322), once per Message-ID. */
  keep(raw: Buffer): Promise<void>
  /** Newest first; `to` filters for addresses that contain it. */
  list(to?: string): Promise<StoredMail[]>
  find(id: string): Promise<StoredMail | undefined>
}

const NEWEST = 500
const FILE = /^(\d{15}-[0-9a-f]{16})\.eml$/

/** Mail as files in `dir`, named by time of arrival and content: `000001773310000000-4f….eml`. */
export async function mailboxStore(dir: string): Promise<MailboxStore> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  // Files never change, so what was read stays valid.
  const read = new Map<string, StoredMail>()
  let last = 0

  async function ids(): Promise<string[]> {
    const names = await readdir(dir)
    return names
      .flatMap((name) => FILE.exec(name)?.[1] ?? [])
      .sort()
      .reverse()
  }

  async function open(id: string): Promise<StoredMail> {
    const known = read.get(id)
    if (known) return known
    const mail = await PostalMime.parse(await readFile(path.join(dir, `${id}.eml`)))
    const parsedMail = {
      id,
      to: (mail.to ?? []).map(({ address }) => address ?? '').join(', '),
      from: mail.from?.address ?? '',
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      at: new Date(Number(id.slice(0, 15))),
    }
    read.set(id, parsedMail)
    return parsedMail
  }

  async function store(raw: Buffer) {
    const { messageId } = await PostalMime.parse(raw)
    const digest = createHash('sha256')
      .update(messageId ?? raw)
      .digest('hex')
      .slice(0, 16)
    const there = await ids()
    if (there.some((id) => id.endsWith(digest))) return
    // Two in one millisecond stay in order, even if the clock was set back.
    last = Math.max(Date.now(), last + 1, Number(there[0]?.slice(0, 15) ?? 0) + 1)
    const id = `${String(last).padStart(15, '0')}-${digest}`
    const file = path.join(dir, `${id}.eml`)
    await writeFile(`${file}.new`, raw, { mode: 0o600 })
    await rename(`${file}.new`, file)
    for (const old of there.slice(NEWEST - 1)) {
      read.delete(old)
      await rm(path.join(dir, `${old}.eml`), { force: true })
    }
  }

  // In sequence: otherwise two copies of one mail could both be stored.
  let stored: Promise<void> = Promise.resolve()

  return {
    keep(raw) {
      const done = stored.then(() => store(raw))
      stored = done.catch(() => undefined)
      return done
    },
    async list(to = '') {
      const address = to.trim().toLowerCase()
      const mails = await Promise.all((await ids()).map(open))
      return mails.filter((mail) => mail.to.toLowerCase().includes(address))
    },
    async find(id) {
      return (await ids()).includes(id) ? open(id) : undefined
    },
  }
}
