import { describe, expect, test } from 'vitest'
import { type Escalated, followUpLetter, followUpMails } from './mails.ts'

const DEPS = { portalOrigin: 'https://portal.test', laboratoryName: 'Larkfield Genetics' }
const institution = { code: 'P1', name: 'Parent Clinic' }
const late = (orderId: number, isOwned = true): Escalated => ({ orderId, isOwned, isLate: true })
const ownerless = (orderId: number): Escalated => ({ orderId, isOwned: false, isLate: false })
const letterOf = (content: Parameters<typeof followUpLetter>[1], orderIds: readonly number[]) => {
  const { subject, text } = followUpLetter(DEPS, content, { institution, orderIds })
  return { subject, lines: text.trim().split('\n\n') }
}

describe('[WATCH-01] a mail about follow-ups says only what is so', () => {
  test.each<[string, Escalated[], string, string, string]>([
    [
      'one that is late',
      [late(4711)],
      'Order 4711: a follow-up is late',
      'It is past its due date. Remind the owner, or take it over.',
      'Nobody at Parent Clinic has completed it on time. Call the institution.',
    ],
    [
      'one that is late and has no owner',
      [late(4711, false)],
      'Order 4711: a follow-up is late',
      'It is past its due date and has no owner. Take it over.',
      'Nobody at Parent Clinic has completed it on time. Call the institution.',
    ],
    [
      'one of a report that has just arrived',
      [ownerless(4711)],
      'Order 4711: a follow-up has no owner',
      'It has no owner. Take it over.',
      'It has no owner, and none of the people named in the follow-up rules of Parent Clinic can be notified. Call the institution.',
    ],
    [
      'two of one order',
      [late(4711), late(4711)],
      'Order 4711: 2 follow-ups are late',
      'They are past their due dates. Remind their owners, or take them over.',
      'Nobody at Parent Clinic has completed them on time. Call the institution.',
    ],
    [
      'two without an owner',
      [ownerless(4711), ownerless(4712)],
      '2 follow-ups have no owner',
      'They have no owner. Take them over.',
      'They have no owner, and none of the people named in the follow-up rules of Parent Clinic can be notified. Call the institution.',
    ],
    [
      'a late one and one without an owner',
      [late(4711), ownerless(4712)],
      '2 follow-ups are late or have no owner',
      'They are past their due dates or have no owner. Remind their owners, or take them over.',
      'Some are overdue at Parent Clinic; others have no owner, and none of the people named in its follow-up rules can be notified. Call the institution.',
    ],
  ])('%s', (_, all, subject, toInstitution, toSupport) => {
    const orderIds = all.map(({ orderId }) => orderId)
    expect(letterOf(followUpMails.toInstitution(all), orderIds)).toMatchObject({
      subject,
      lines: { 0: toInstitution },
    })
    expect(letterOf(followUpMails.toSupport(all, institution.name), orderIds)).toMatchObject({
      subject,
      lines: { 0: toSupport },
    })
  })

  test.each([
    ['colleagues', [1], 'Your follow-up is late, and colleagues have been told. Close it'],
    ['support', [1], 'Your follow-up is late, and the laboratory’s Support has been told. Close it'],
    ['support', [1, 2], 'Your follow-ups are late, and the laboratory’s Support has been told. Close each'],
  ] as const)('to the owner: %s, of orders %s', (told, orderIds, words) => {
    expect(letterOf(followUpMails.lateToOwner(orderIds, told), orderIds).lines[0]).toContain(words)
  })

  test('an order is named once, however many of its follow-ups it is about', () => {
    const all = [4711, 4711, 4712]
    const { subject, lines } = letterOf(followUpMails.reassigned(all), all)
    expect(subject).toBe('3 follow-ups are now yours')
    expect(lines[1]).toBe('Orders of Parent Clinic: 4711, 4712.')
    const one = letterOf(followUpMails.reassigned([4711, 4711]), [4711, 4711])
    expect(one.subject).toBe('Order 4711: 2 follow-ups are now yours')
    expect(one.lines[1]).toContain('https://portal.test/order/details/4711')
    const many = Array.from({ length: 25 }, (_, index) => index + 1)
    expect(letterOf(followUpMails.reassigned([...many, ...many]), [...many, ...many]).lines[1]).toMatch(
      / 19, 20 and 5 more\.$/,
    )
  })
})
