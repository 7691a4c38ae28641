import { decrypt, generateKey, type PrivateKey, readMessage } from 'openpgp'
import { beforeAll, expect, test } from 'vitest'
import { type MailOptions, mailPartner, readPartnerKey } from './mail.ts'
import { HANDOVER } from './testing/handover.ts'

type Mail = Parameters<MailOptions['send']>[0]

let privateKey: PrivateKey
let sent: Mail[]
let partner: ReturnType<typeof mailPartner>
beforeAll(async () => {
  const made = await generateKey({ userIDs: [{ email: 'requests@partner.test' }], format: 'object' })
  privateKey = made.privateKey
  sent = []
  const encryptionKey = await readPartnerKey(made.publicKey.armor())
  const send = async (mail: Mail) => void sent.push(mail)
  partner = mailPartner({ to: 'requests@partner.test', encryptionKey, send })
})

test('a request is a mail that only the partner can read; handed over again by Support, it is another', async () => {
  for (const round of [0, 1])
    expect(await partner.handOver({ ...HANDOVER, round })).toEqual({ taken: true, partnerReference: '' })
  const [mail, again] = sent
  expect(mail?.to).toBe('requests@partner.test')
  expect(mail?.subject).toBe(`Request for genetic counseling ${HANDOVER.reference}`)
  expect(JSON.stringify(sent)).not.toMatch(/Zoë|Quillbrook|1988-02-29|family|3125550167/)
  const message = await readMessage({ armoredMessage: mail?.text ?? '' })
  const { data } = await decrypt({ message, decryptionKeys: privateKey })
  expect(data).toContain('First name: Zoë\nLast name: Quillbrook\n')
  expect(mail?.key).not.toBe(again?.key)
})

test('that a request was deleted is said by its reference', async () => {
  await partner.forget(HANDOVER.reference, 'asked')
  expect(sent.at(-1)?.text).toContain(`Reference: ${HANDOVER.reference}`)
})

test('what is no public key is said to be none', async () => {
  await expect(readPartnerKey('nothing')).rejects.toThrow()
  await expect(readPartnerKey(privateKey.armor())).rejects.toThrow('this is a private key')
})
