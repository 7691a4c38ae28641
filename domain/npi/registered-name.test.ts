import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { NpiRecord } from './npi-record.ts'
import { registeredNameRefusal } from './registered-name.ts'

const EMPTY_RECORD: NpiRecord = {
  ...{ npi: '1000000004', kind: 'person', firstName: '', middleName: '', lastName: '', otherNames: [] },
  ...{ credential: '', active: true, taxonomies: [], city: '', state: '' },
}

/** 'ADA / CHIOMA / OKAFOR': first, middle, last; with two parts there is no middle name. */
function name(text: string) {
  const names = text.split('/').map((part) => part.trim())
  const [firstName = '', lastName = ''] = [names[0], names.at(-1)]
  return { firstName, middleName: names.length > 2 ? (names[1] ?? '') : '', lastName }
}

const refusal = (typed: string, registered: string, more: Partial<NpiRecord> = {}) =>
  registeredNameRefusal(name(typed), { ...EMPTY_RECORD, ...name(registered), ...more })

describe('accepts as the registered name', () => {
  test.each([
    ['Ada / Okafor', 'ADA / OKAFOR'],
    ['  ada / OKAFOR ', 'Ada / Okafor'],
    // accents, both ways, composed or not
    ['Thị Hương / Nguyễn', 'THI HUONG / NGUYEN'],
    ['Nguyen / Tran', 'Nguyễn / Trần'],
    ['Zoë / Müller'.normalize('NFD'), 'Zoë / Müller'.normalize('NFC')],
    ['Đức / Đặng', 'DUC / DANG'],
    ['Søren / Ørsted', 'SOREN / ORSTED'],
    ['Łucja / Wałek', 'LUCJA / WALEK'],
    ['Jörg / Weißmann', 'JORG / WEISSMANN'],
    ['Işıl / Yıldız', 'ISIL / YILDIZ'],
    // punctuation, hyphens, spaces
    ["Maeve / O'Neill", 'MAEVE / ONEILL'],
    ['Maeve / O’Neill', "MAEVE / O'NEILL"],
    ['Maeve / O Neill', "MAEVE / O'NEILL"],
    ['Lucía / de la Cruz', 'LUCIA / DELACRUZ'],
    ['Lucía / De La Cruz', 'LUCIA / DE LA CRUZ'],
    ['Bram / van den Berg', 'BRAM / VANDENBERG'],
    ['Nora / Smith-Jones', 'NORA / SMITH JONES'],
    ['Nora / Smith Jones', 'NORA / SMITH-JONES'],
    ['Nora / Smith–Jones', 'NORA / SMITHJONES'],
    ['Jean-Luc / Petit', 'JEAN LUC / PETIT'],
    ['Jean Luc / Petit', 'JEANLUC / PETIT'],
    ['Rose / St. Clair', 'ROSE / ST CLAIR'],
    // middle names
    ['Ada / Okafor', 'ADA / CHIOMA / OKAFOR'],
    ['Ada Chioma / Okafor', 'ADA / CHIOMA / OKAFOR'],
    ['Ada C. / Okafor', 'ADA / CHIOMA / OKAFOR'],
    ['Ada Chioma / Okafor', 'ADA / C / OKAFOR'],
    ['Ada Chioma / Okafor', 'ADA / CHIOMA GRACE / OKAFOR'],
    ['Ada Chioma / Okafor', 'ADA / OKAFOR'],
    ['Mary Ann / Holt', 'MARY / ANN / HOLT'],
    ['Mary-Ann / Holt', 'MARY / ANN / HOLT'],
    ['Maria / de la Cruz', 'MARIA / DE LA / CRUZ'],
    ['Ada / Eze Okafor', 'ADA / EZE / OKAFOR'],
    // titles, suffixes and credentials
    ['Ada / Okafor, MD', 'ADA / OKAFOR'],
    ['Ada / Okafor M.D., Ph.D.', 'ADA / OKAFOR'],
    ['Dr. Ada / Okafor', 'ADA / OKAFOR'],
    ['Walter / Quist Jr.', 'WALTER / QUIST'],
    ['Walter / Quist', 'WALTER / QUIST JR'],
    ['Walter / Quist III', 'WALTER / QUIST'],
    ['Ming / Do', 'MING / DO'],
  ])('%s: %s', (typed, registered) => expect(refusal(typed, registered)).toBeNull())

  test('ignores an ambiguous two-letter credential only if the registry has it', () => {
    expect(refusal('Kim / Reyes DO', 'KIM / REYES', { credential: 'D.O.' })).toBeNull()
    expect(refusal('Kim / Reyes DO', 'KIM / REYES', { credential: 'MD' })).toBe('other-name')
  })

  test('accepts a former name, with its own first name or the current one', () => {
    const maiden = { otherNames: [name('ADA / EZE')] }
    expect(refusal('Ada / Eze', 'ADA / OKAFOR', maiden)).toBeNull()
    expect(refusal('Ada / Okafor', 'ADA / OKAFOR', maiden)).toBeNull()
    expect(refusal('Ada / Eze', 'ADA / OKAFOR', { otherNames: [name(' / EZE')] })).toBeNull()
    expect(refusal('Ada / Eze', 'ADA / OKAFOR', { otherNames: [name('RUTH / EZE')] })).toBe('other-name')
  })
})

describe('rejects as another name', () => {
  test.each([
    ['another last name', 'Ada / Obi', 'ADA / OKAFOR'],
    ['another first name', 'Ida / Okafor', 'ADA / OKAFOR'],
    ['swapped', 'Okafor / Ada', 'ADA / OKAFOR'],
    ['swapped, with a middle name', 'Okafor / Ada', 'ADA / CHIOMA / OKAFOR'],
    ['an initial for the first name', 'A. / Okafor', 'ADA / OKAFOR'],
    ['an initial and the middle name', 'A Chioma / Okafor', 'ADA / CHIOMA / OKAFOR'],
    ['an initial is all the registry has', 'Ada / Okafor', 'A / OKAFOR'],
    ['an initial for the last name', 'Ada / O.', 'ADA / OKAFOR'],
    ['the beginning of the first name', 'Ad / Okafor', 'ADA / OKAFOR'],
    ['the middle name for the first', 'Chioma / Okafor', 'ADA / CHIOMA / OKAFOR'],
    ['another middle name', 'Ada Ruth / Okafor', 'ADA / CHIOMA / OKAFOR'],
    ['another middle initial', 'Ada R. / Okafor', 'ADA / CHIOMA / OKAFOR'],
    ['half of a double first name', 'Jean / Petit', 'JEAN-LUC / PETIT'],
    ['half of a double last name', 'Nora / Smith', 'NORA / SMITH-JONES'],
    ['the last name without its particle', 'Bram / Berg', 'BRAM / VAN DEN BERG'],
    ['nothing typed', ' / ', 'ADA / OKAFOR'],
    ['nothing but punctuation', '- / .', 'ADA / OKAFOR'],
    ['nothing registered', ' / ', ' / '],
    ['a title alone', 'Dr. / Okafor', 'ADA / OKAFOR'],
    ['another script', '艾达 / 奥卡福', 'ADA / OKAFOR'],
  ])('%s', (_why, typed, registered) => expect(refusal(typed, registered)).toBe('other-name'))
})

test('refuses an organization and a deactivated number as such, whatever the name', () => {
  expect(refusal('Ada / Okafor', 'ADA / OKAFOR', { kind: 'organization' })).toBe('organization')
  expect(refusal('Ada / Okafor', 'ADA / OKAFOR', { active: false })).toBe('deactivated')
  expect(refusal('Ada / Okafor', ' / ', { active: false, kind: 'organization' })).toBe('deactivated')
})

describe('for any name', () => {
  const letter = fc.constantFrom(...'abcdefghiklmnoprstuvwyzáçéíñöšűžễ')
  // Five letters, so that the word is not a known title, suffix or initial.
  const word = fc.array(letter, { minLength: 5, maxLength: 9 }).map((letters) => letters.join(''))
  const double = fc.tuple(word, fc.constantFrom(' ', '-', "'"), word).map((names) => names.join(''))
  const part = fc.oneof(word, double)
  const person = fc.record({ firstName: part, middleName: fc.oneof(fc.constant(''), word), lastName: part })
  const plain = (text: string) => text.normalize('NFD').replace(/[\p{M}' -]/gu, '')
  const check = (typed: { firstName: string; lastName: string }, registered: typeof EMPTY_RECORD) =>
    registeredNameRefusal(typed, registered)

  it('ignores case, accents, separators, middle name and suffixes', () => {
    const spelling = fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => text.toUpperCase(),
      (text) => text.normalize('NFD'),
      (text) => text.normalize('NFD').replace(/\p{M}/gu, ''),
      (text) => text.replace(/[' -]/g, ' '),
      (text) => text.replace(/[' -]/g, ''),
    )
    const suffix = fc.constantFrom('', ' Jr.', ', MD', ' MD, PhD', ' III')
    fc.assert(
      fc.property(person, spelling, spelling, suffix, fc.boolean(), (known, one, other, end, withMiddle) => {
        const firstName = one(known.firstName) + (withMiddle ? ` ${known.middleName}` : '')
        const typed = { firstName, lastName: one(known.lastName) + end }
        const lastName = other(known.lastName)
        expect(
          check(typed, { ...EMPTY_RECORD, ...known, firstName: other(known.firstName), lastName }),
        ).toBeNull()
      }),
    )
  })

  it('rejects swapped first and last names', () => {
    fc.assert(
      fc.property(person, (known) => {
        fc.pre(plain(known.firstName) !== plain(known.lastName))
        const typed = { firstName: known.lastName, lastName: known.firstName }
        expect(check(typed, { ...EMPTY_RECORD, ...known, middleName: '' })).toBe('other-name')
      }),
    )
  })

  it('rejects a name that differs by one letter', () => {
    fc.assert(
      fc.property(person, fc.constantFrom('firstName', 'lastName'), (known, changed) => {
        const typed = { ...known, [changed]: `q${known[changed]}` }
        expect(check(typed, { ...EMPTY_RECORD, ...known })).toBe('other-name')
      }),
    )
  })

  it('answers for any input, and never accepts a name for a number without a person', () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 })
    fc.assert(
      fc.property(text, text, text, text, (firstName, lastName, first, last) => {
        const known = { ...EMPTY_RECORD, firstName: first, lastName: last }
        expect([null, 'other-name']).toContain(check({ firstName, lastName }, known))
        expect(check({ firstName, lastName }, { ...known, active: false })).toBe('deactivated')
        expect(check({ firstName, lastName }, { ...known, kind: 'organization' })).toBe('organization')
      }),
    )
  })
})
