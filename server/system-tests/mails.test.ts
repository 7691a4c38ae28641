import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MailKind, mailTexts } from '#adapters/identity/embedded/mails.ts'
import { administer } from '../database/connection/connect.ts'
import type { Authority } from '../database/scope.ts'
import { followUpLetter, followUpMails } from '../features/follow-up/mails.ts'
import { registrationMails } from '../features/physicians/mails.ts'
import { usersMails } from '../features/users/mails.ts'
import { startPortal, type TestPortal } from '../testing/portal.ts'
import { PARENT } from '../testing/world.ts'

/** Text that a user may enter as a name, as an institution's name or as a reason. */
const HOSTILE =
  'Clinic\r\n\r\nYour account is closed. Log in at\nhttps://evil.test/login or www.evil.test,\u2028mailto:help@evil.test \u202egnp.exe'
const PLAIN = 'Clinic'

/** Compares a mail that contains HOSTILE with the same mail with PLAIN: they differ only by these words. */
function expectHarmless(mail: { subject: string; text: string }, plain: { subject: string; text: string }) {
  for (const field of ['subject', 'text'] as const) {
    const text = mail[field]
    expect(text.split('\n').length).toBe(plain[field].split('\n').length)
    expect(text).not.toMatch(/https?:\/\/evil|www\.evil|evil\.test|help@evil/)
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    expect(text.length).toBeLessThan(plain[field].length + 1200)
  }
}

describe('[SEC-14] user-entered text in a mail is one short line without a link:', () => {
  const letters = (word: string) => {
    const [firstName, lastName] = [word, word]
    const actor = { id: 1, subject: 's', email: 'ada@clinic.test', firstName, lastName, support: false }
    const by = { actor } as unknown as Authority
    const mails = usersMails({ portalOrigin: 'https://portal.test', laboratoryName: 'Larkfield Genetics' })
    const invitation = {
      ...{ email: 'new@clinic.test', roles: [], invited_by_name: word, expires_at: new Date() },
    }
    const made = {
      approved: mails.approved(by, word, []),
      refused: mails.refused(by, word, word),
      rolesChanged: mails.rolesChanged(by, word, { given: [], taken: [] }),
      opened: mails.statusChanged(by, { name: word, hasRoleAtParent: false }, 'Active'),
      statusChanged: mails.statusChanged(by, { name: word, hasRoleAtParent: false }, 'Blocked'),
      affiliationEnded: mails.statusChanged(by, { name: word, hasRoleAtParent: true }, 'Inactive'),
      moved: mails.moved(by, word, word),
      handedOver: mails.handedOver(by, word, word, { drafts: 1, orders: 1 }),
      invited: mails.invited(invitation, word),
      secondFactorForgotten: mails.secondFactorForgotten(by),
      rolesWait: mails.rolesWait({ by: word, institution: word }),
    }
    // A mail that is added must be checked here too.
    expect(Object.keys(made)).toEqual(expect.arrayContaining(Object.keys(mails)))
    return made
  }
  const [hostile, plain] = [letters(HOSTILE), letters(PLAIN)]
  test.each(Object.keys(hostile) as (keyof typeof hostile)[])('about users, %s', (name) =>
    expectHarmless(hostile[name], plain[name]),
  )

  const registrations = (word: string) =>
    Object.values(
      registrationMails({ portalOrigin: 'https://portal.test', laboratoryName: 'Larkfield Genetics' }),
    ).map((letter) => letter(word))
  test('about registrations', () => {
    const others = registrations(PLAIN)
    for (const [index, letter] of registrations(HOSTILE).entries())
      expectHarmless(letter, others[index] ?? letter)
  })

  const followUps = (word: string) => {
    const deps = { portalOrigin: 'https://portal.test', laboratoryName: 'Larkfield Genetics' }
    const about = { institution: { code: 'P1', name: word }, orderIds: [1, 2] }
    const all = about.orderIds.map((orderId) => ({ orderId, isOwned: false, isLate: false }))
    const contents = {
      handed: followUpMails.handed(1, word),
      reassigned: followUpMails.reassigned(about.orderIds),
      lateToOwner: followUpMails.lateToOwner(about.orderIds, 'colleagues'),
      toInstitution: followUpMails.toInstitution(all),
      toSupport: followUpMails.toSupport(all, word),
    } satisfies Record<keyof typeof followUpMails, unknown>
    return Object.values(contents).map((content) => followUpLetter(deps, content, about))
  }
  test('about follow-ups', () => {
    const others = followUps(PLAIN)
    for (const [index, letter] of followUps(HOSTILE).entries())
      expectHarmless(letter, others[index] ?? letter)
  })

  test('in mails of the identity provider, which contain only addresses', () => {
    const laboratory = { laboratoryName: 'Larkfield', supportEmail: 'help@l.test', supportPhone: '1' }
    const kinds = (word: string): MailKind => ({ kind: 'email-changed', email: word, undo: 'u', days: 3 })
    const [mail, other] = [HOSTILE, PLAIN].map((word) => mailTexts(laboratory, kinds(word)))
    expect(mail?.text.split('\n').length).toBe(other?.text.split('\n').length)
  })

  describe('in mails of the portal', () => {
    let portal: TestPortal
    beforeAll(async () => {
      portal = await startPortal()
    })
    afterAll(() => portal?.stop())

    test('in a mail to Support about a registration with a new institution', async () => {
      const address = { city: 'Town', state: 'OH', postalCode: '43215' }
      const { id } = await portal.as('somebody').institutions.create({
        body: {
          institutionName: HOSTILE,
          addresses: [{ type: 'Primary', addressLine1: '1 Mill', addressLine2: '', ...address }],
          phones: [{ type: 'Work', phoneNumber: '+16145550101' }],
        },
      })
      await portal.as('somebody').physicians.register({
        body: {
          ...{ firstName: 'Test', lastName: 'Person', providerType: 'Staff', conditionsConfirmed: true },
          delegate: { providerName: 'Ada Okafor', providerNpi: '1234567893', agreed: true },
          ...{ phoneNumbers: [{ type: 'Work', phoneNumber: '+16145550101' }], institutionId: id },
        },
      })
      const [mail] = await portal.mailsTo('support@laboratory.test')
      expect(mail?.body.split('\n')).toHaveLength(3)
      expect(mail?.body).not.toMatch(/evil\.test|evil\/|\u202e|\u2028/)
      expect(mail?.body).toContain('Clinic Your account is closed.')
    })

    test('in a mail to a colleague who is asked to submit', async () => {
      await administer(portal.database.url, async (db) => {
        const { subject } = { subject: 'OrderCreator@P1' }
        await db
          .updateTable('physician')
          .set({ first_name: HOSTILE })
          .where('subject', '=', subject)
          .execute()
      })
      const submitter = await administer(portal.database.url, (db) =>
        db
          .selectFrom('physician')
          .select(['id', 'email'])
          .where('subject', '=', 'OrderSubmitter@P1')
          .executeTakeFirstOrThrow(),
      )
      const { id } = await portal.draft(undefined, { by: 'OrderCreator@P1', at: PARENT })
      await portal.as('OrderCreator@P1').orders.askToSubmit({
        ...{ params: { hospital: PARENT, id }, body: { physicianId: submitter.id, note: HOSTILE } },
      })
      const [mail] = await portal.mailsTo(submitter.email)
      expect(mail?.body).not.toMatch(/evil\.test|\u202e|\u2028|\r/)
      expect(mail?.body.split('\n\n')).toHaveLength(2)
    })
  })

  test('every file that sends a mail is listed here', () => {
    const root = path.join(import.meta.dirname, '../..')
    const files = globSync('{server,adapters}/**/*.ts', { cwd: root }).filter(
      (file) => !/\.test\.ts$|\/testing\//.test(file),
    )
    const senders = files.filter((file) =>
      /\bsendMail\((?!boss)|\bsend\(\{\s*(\.\.\.\{ )?(to|key)\b/.test(
        readFileSync(path.join(root, file), 'utf8'),
      ),
    )
    expect(senders.sort()).toEqual(
      [
        // Contains a request as typed, each field in one line, for nobody but the partner: encrypted to its key.
        'adapters/counseling-partner/mail.ts',
        // Contain only addresses, and the names that operators gave hospitals.
        ...['adapters/identity/embedded/notices.ts', 'adapters/identity/embedded/operator.ts'],
        'adapters/identity/embedded/start.ts',
        // Sends what the others wrote.
        'adapters/mail/smtp.ts',
        ...[
          'server/features/orders/drafts/submission-requests.ts',
          'server/features/physicians/public.ts',
          'server/features/physicians/service.ts',
        ],
        // Contains only order numbers.
        'server/features/users/order-notices.ts',
        'server/features/users/deps.ts',
        // The letter of an invitation in the portal.
        'server/features/users/invite-earlier.ts',
        'server/features/follow-up/mails.ts',
        // Contains only the number of a family and a day.
        'server/features/families/cascade/reminders.ts',
        // Contains only an order's number and the name that Support gave the hospital.
        'server/features/ehr/tell-clinic.ts',
        // Pass on what was written elsewhere.
        ...[
          'server/start/open-counseling.ts',
          'server/start/open-identity.ts',
          'server/commands/support-user.ts',
        ],
      ].toSorted(),
    )
  })
})
