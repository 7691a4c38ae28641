import { describe, expect, test, vi } from 'vitest'
import { findPartners, matchingPartners, type PartnerCandidate, searchNeeds } from './partner-search.ts'

const person = (firstName: string, lastName: string, dateOfBirth: string): PartnerCandidate => ({
  key: `${firstName} ${lastName}`,
  firstName,
  lastName,
  dateOfBirth,
})
const ELENA = person('Elena', 'Moreno-Ruiz', '1990-07-09')
const JAVIER = person('Javier', 'Moreno', '1988-12-02')
const NAM = person('Nam', 'Nguyễn', '1990-07-09')
const ALL = [ELENA, JAVIER, NAM]
const all = { people: ALL, isCut: false }
const emptyQuery = { lastName: '', firstName: '', dateOfBirth: '' }

describe('[DLG-08] searches a partner by last name, first name or birthdate, at an institution', () => {
  test.each([
    ['an institution is needed', '', { lastName: 'Moreno' }, 'Choose an institution first.'],
    ['nothing is typed', '1001', {}, 'Enter a last name, a first name or a date of birth.'],
    ['only spaces are', '1001', { lastName: '  ' }, 'Enter a last name, a first name or a date of birth.'],
    [
      'half a date',
      '1001',
      { lastName: 'Moreno', dateOfBirth: '1990-07-' },
      'Enter the complete date of birth.',
    ],
    ['a last name will do', '1001', { lastName: 'Moreno' }, null],
    ['a first name will do', '1001', { firstName: 'Nam' }, null],
    ['a birthdate will do', '1001', { dateOfBirth: '1990-07-09' }, null],
  ])('%s', (_what, institution, query, needs) =>
    expect(searchNeeds(institution, { ...emptyQuery, ...query })).toBe(needs),
  )

  test.each([
    ['part of a last name', { lastName: 'moren' }, [ELENA, JAVIER]],
    ['a part inside it, with spaces around', { lastName: ' RUIZ ' }, [ELENA]],
    ['part of a first name', { firstName: 'AVI' }, [JAVIER]],
    ['letters without their accents', { lastName: 'nguyen' }, [NAM]],
    ['the exact date of birth', { dateOfBirth: '1990-07-09' }, [ELENA, NAM]],
    ['everything at once', { lastName: 'moreno', firstName: 'e', dateOfBirth: '1990-07-09' }, [ELENA]],
    ['the day after', { dateOfBirth: '1990-07-10' }, []],
    ['a name that nobody has', { lastName: 'Okafor' }, []],
  ])("keeps of the server's results those who match by %s", (_what, query, left) =>
    expect(matchingPartners(ALL, { ...emptyQuery, ...query })).toEqual(left),
  )

  test('offers at most 100', () => {
    const many = Array.from({ length: 150 }, (_, index) => person('Ana', `Silva ${index}`, '1990-01-01'))
    expect(matchingPartners(many, { ...emptyQuery, lastName: 'silva' })).toEqual(many.slice(0, 100))
  })

  test('sends everything typed to the server, without surrounding spaces', async () => {
    const search = vi.fn(async () => all)
    await findPartners({ lastName: ' Moreno ', firstName: 'Elena', dateOfBirth: '1990-07-09' }, search)
    expect(search).toHaveBeenCalledWith({
      lastName: 'Moreno',
      firstName: 'Elena',
      dateOfBirth: '1990-07-09',
    })
  })
})

describe('[DLG-09] warns if there is no hit, and after any error', () => {
  const query = { ...emptyQuery, lastName: 'Moreno' }

  test.each([
    ['the server finds nobody', async () => ({ people: [], isCut: false })],
    ['nobody found is the one', async () => ({ people: [NAM], isCut: false })],
    ['the server fails', () => Promise.reject(new Error('unreachable'))],
  ])('%s', async (_what, search) =>
    expect(await findPartners(query, search)).toEqual({
      partners: [],
      notice: {
        title: 'No results found.',
        hint: 'Try fewer letters or another spelling, or try again in a moment.',
      },
    }),
  )

  test('does not warn if there is a hit', async () =>
    expect(await findPartners(query, async () => all)).toEqual({ partners: [ELENA, JAVIER], notice: null }))
})

describe('says what to enter next', () => {
  const many = Array.from({ length: 150 }, (_, index) => person('Ana', `Silva ${index}`, '1990-07-09'))
  const searched = 'and only the newest were searched. To search the others,'
  const [named, dated] = [{ lastName: 'silva' }, { dateOfBirth: '1990-07-09' }]
  const both = { ...named, ...dated }
  const fails = 'No results found.'
  test.each([
    ['a name', named, [], false, fails, 'Try fewer letters or another spelling, or try again in a moment.'],
    [
      'a birthdate',
      dated,
      [],
      false,
      fails,
      'Check the birthdate, or search by name, or try again in a moment.',
    ],
    [
      'a name and a birthdate',
      both,
      [],
      false,
      fails,
      'Try fewer letters or another spelling, leave out the birthdate, or try again in a moment.',
    ],
    [
      'a frequent name',
      named,
      [],
      true,
      fails,
      `This name is in many orders, ${searched} enter the birthdate.`,
    ],
    [
      'a frequent birthdate',
      dated,
      [],
      true,
      fails,
      `This birthdate is in many orders, ${searched} enter a name.`,
    ],
    [
      'a frequent name and a frequent birthdate',
      both,
      many.slice(0, 1),
      true,
      'Not all orders were searched.',
      `The name and the birthdate are each in many orders, ${searched} enter more of the name.`,
    ],
    [
      'a name of more people than are listed',
      named,
      many,
      false,
      'Only the 100 people with the newest orders are listed.',
      'If the partner is not among them, enter more of the name or the birthdate.',
    ],
    [
      'a birthdate of more people than are listed',
      dated,
      many,
      false,
      'Only the 100 people with the newest orders are listed.',
      'If the partner is not among them, enter a name.',
    ],
    [
      'a name in another order of its words than that of the people found',
      { lastName: '1 silva' },
      many,
      false,
      fails,
      'Only the 100 people with the newest orders were compared. To find others, enter more of the name or the birthdate.',
    ],
  ])('after %s', async (_what, query, people, isCut, title, hint) => {
    const { notice } = await findPartners({ ...emptyQuery, ...query }, async () => ({ people, isCut }))
    expect(notice).toEqual({ title, hint })
  })
})
