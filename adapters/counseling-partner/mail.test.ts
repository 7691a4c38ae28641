import { decrypt, generateKey, type PrivateKey, readMessage } from 'openpgp'
import { beforeEach, expect, test } from 'vitest'
import { MAIL_KEYS, type MailOptions, mailPartner, readPartnerKey } from './mail.ts'
import { HANDOVER } from './testing/handover.ts'

type Mail = Parameters<MailOptions['send']>[0]

let privateKey: PrivateKey
let sent: Mail[]
let withdrawn: string[]
let partner: ReturnType<typeof mailPartner>
beforeEach(async () => {
  const made = await generateKey({ userIDs: [{ email: 'requests@partner.test' }], format: 'object' })
  privateKey = made.privateKey
  ;[sent, withdrawn] = [[], []]
  const encryptionKey = await readPartnerKey(made.publicKey.armor())
  const send = async (mail: Mail) => void sent.push(mail)
  const withdraw = async (keys: string) => void withdrawn.push(keys)
  partner = mailPartner({ to: 'requests@partner.test', encryptionKey, send, withdraw })
})

test('encrypts a request for the partner only, and sends a new mail when Support hands it over again', async () => {
  for (const attempt of [0, 1])
    expect(await partner.handOver({ ...HANDOVER, attempt })).toEqual({ taken: true, partnerReference: '' })
  const [mail, again] = sent
  expect(mail?.to).toBe('requests@partner.test')
  expect(mail?.subject).toBe(`Request for genetic counseling ${HANDOVER.reference}`)
  expect(JSON.stringify(sent)).not.toMatch(/Zoë|Quillbrook|1988-02-29|family|3125550167/)
  const message = await readMessage({ armoredMessage: mail?.text ?? '' })
  const { data } = await decrypt({ message, decryptionKeys: privateKey })
  expect(data).toContain('First name: Zoë\nLast name: Quillbrook\n')
  const { reference } = HANDOVER
  expect([mail, again].map((one) => MAIL_KEYS.requestOf(one?.key ?? ''))).toEqual([
    { reference, attempt: 0 },
    { reference, attempt: 1 },
  ])
})

test('reports a deletion by its reference, and withdraws mails that have not left', async () => {
  for (const attempt of [0, 1]) await partner.handOver({ ...HANDOVER, attempt })
  await partner.forget(HANDOVER.reference, 'asked')
  const [keys = ''] = withdrawn
  expect(sent.map(({ key }) => key.startsWith(keys))).toEqual([true, true, false])
  expect(MAIL_KEYS.requestOf(sent.at(-1)?.key ?? '')).toBeNull()
  expect(sent.at(-1)?.text).toContain(`Reference: ${HANDOVER.reference}`)
})

test('rejects a text that is not a public key', async () => {
  await expect(readPartnerKey('nothing')).rejects.toThrow()
  await expect(readPartnerKey(privateKey.armor())).rejects.toThrow('this is a private key')
})
