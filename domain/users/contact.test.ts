import { expect, test } from 'vitest'
import { simplifiedContact } from './contact.ts'

const [CELL, FAX, HOME] = [
  { type: 'Cell', phoneNumber: '+16145550101' },
  { type: 'Fax', phoneNumber: '+16145550102' },
  { type: 'Home', phoneNumber: '+16145550103' },
]

test.each([
  ['a phone before the fax', [CELL, FAX, HOME], CELL?.phoneNumber, FAX?.phoneNumber],
  ['a fax that stands first', [FAX, HOME, CELL], HOME?.phoneNumber, FAX?.phoneNumber],
  ['a fax alone', [FAX], '', FAX?.phoneNumber],
  ['no fax', [HOME], HOME?.phoneNumber, ''],
  ['nothing', [], '', ''],
])(
  '[ENT-01 GAP-11] the simplified form has the first number that is no fax: %s',
  (_what, list, phone, fax) => {
    const phones = list.filter((one) => one !== undefined)
    const addresses = [{ city: 'Arden' }]
    expect(simplifiedContact({ id: 7, phones, addresses })).toEqual({ physicianId: 7, phone, fax, addresses })
  },
)
