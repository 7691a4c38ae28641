import { createMessage, encrypt, type PublicKey, readKey } from 'openpgp'
import { mailText } from './mail-text.ts'
import type { CounselingPartner } from './port.ts'

interface MailToPartner {
  to: string
  subject: string
  text: string
  /** Of two mails with the same key, only the first is sent. */
  key: string
}

export interface MailOptions {
  to: string
  /** The partner's OpenPGP key: patient data is mailed, and queued for mail, only encrypted. */
  encryptionKey: PublicKey
  /** Stores a mail durably; the mail server takes care of it from then on. */
  send(mail: MailToPartner): Promise<void>
  /** Withdraws the mails not yet sent whose key begins with this. */
  withdraw(keysBeginWith: string): Promise<void>
}

/** Reads an armored public key that can be used for encryption. Rejects any other text. */
export async function readPartnerKey(armoredKey: string): Promise<PublicKey> {
  const key = await readKey({ armoredKey })
  if (key.isPrivate()) throw new Error('this is a private key: provide the public key')
  await key.getEncryptionKey()
  return key
}

/** Keys of the mails that carry requests: `counseling-`, the reference, `-` and the round. */
export const MAIL_KEYS = {
  begin: 'counseling-',
  requestOf(key: string): { reference: string; attempt: number } | null {
    const [, reference, attempt] = /^counseling-([0-9a-f-]{36})-(\d+)$/.exec(key) ?? []
    return reference ? { reference, attempt: Number(attempt) } : null
  },
}

/** Matches every round of one request. */
function keysOf(reference: string): string {
  return `${MAIL_KEYS.begin}${reference}-`
}

/**
 * Sends requests as mails whose text is an OpenPGP message. When Support hands a request over again, it goes
 * as a new mail.
 */
export function mailPartner({ to, encryptionKey, send, withdraw }: MailOptions): CounselingPartner {
  return {
    description: 'by encrypted mail',
    async handOver(handover) {
      const message = await createMessage({ text: mailText(handover) })
      const text = await encrypt({ message, encryptionKeys: encryptionKey, format: 'armored' })
      const { reference, attempt } = handover
      const subject = `Request for genetic counseling ${reference}`
      await send({ to, subject, text, key: `${keysOf(reference)}${attempt}` })
      return { taken: true, partnerReference: '' }
    },
    async forget(reference, because) {
      await withdraw(keysOf(reference))
      const why =
        because === 'asked'
          ? 'Its patient asked for it to be deleted. Please delete it too.'
          : 'Its retention period is over, so it is no longer kept here.'
      await send({
        ...{ to, subject: `Request for genetic counseling ${reference} is deleted` },
        ...{ text: `${why}\n\nReference: ${reference}\n` },
        key: `counseling-deleted-${reference}`,
      })
    },
  }
}
