import { testDetails } from '#contract/catalogue.ts'
import { writeCsv } from '#contract/csv.ts'
import { columnsOf, REFERENCE } from '#domain/manifest/columns.ts'
import type { OrderableTest } from '#domain/orders/rule-context.ts'

/** An error in a row, and its correction. */
export interface Fault {
  column: string
  wrong: string
  right: string
  /** Distance in cells to the right of the one that the page jumps to. */
  columnOffset: number
}

const fault = (column: string, wrong: string, right: string, columnOffset = 0): Fault => ({
  ...{ column, wrong, right, columnOffset },
})

/** Errors of several kinds in turn, for a row with this number. */
export function faultOf(turn: number, row: number): Fault {
  const kinds = [
    fault('Sex', 'W', 'Female'),
    fault('Date of birth', 'spring', '2019-03-14'),
    fault('Last name', '', 'Farmeadow'),
    fault('Billing', 'later', 'Institution'),
    fault('Specimen type', 'Hair', 'Blood'),
    fault('Provider NPI', '1234567890', '1234567893'),
    // Only the server's registry knows that the name does not match the number; reported at the number.
    fault('Provider last name', 'Nobody', 'Okafor', 2),
    // A duplicate of the first row: reported for the row as a whole, at its outcome.
    fault(REFERENCE, 'Plate 1/0', `Plate 9/${row}`, 1),
    // A specimen that is too old causes a warning.
    fault('Date of collection', '2020-01-15', ''),
  ]
  return kinds[turn % kinds.length] as Fault
}

async function testAt(origin: string, code: string): Promise<OrderableTest> {
  const response = await fetch(`${origin}/api/tests/code/${code}?institutionCode=1006`)
  const test = testDetails.parse(await response.json())
  return { ...test, needs: test.sections.filter((one) => one.setting.required).map((one) => one.section) }
}

/** A word for each number, as invented names consist of letters. */
const named = (number: number) =>
  [...String(number)]
    .map((digit) => 'abcdefghij'[Number(digit)])
    .join('')
    .replace(/^./, (first) => first.toUpperCase())

/** A manifest of this many invented patients, with an error in each of the given rows (by row number). */
export async function manifestOf(
  origin: string,
  code: string,
  count: number,
  faults: ReadonlyMap<number, Fault> = new Map(),
): Promise<string> {
  const test = await testAt(origin, code)
  const columns = columnsOf(test)
  const consents = Object.fromEntries(test.consents.map(({ title }) => [`Consent: ${title}`, 'Yes']))
  const rows = Array.from({ length: count }, (_, index) => {
    const fault = faults.get(index + 2)
    const day = String((index % 28) + 1).padStart(2, '0')
    const cells: Record<string, string> = {
      ...consents,
      [REFERENCE]: `Plate ${Math.floor(index / 96) + 1}/${index % 96}`,
      'First name': named(index),
      'Last name': 'Farmeadow',
      'Date of birth': `2015-03-${day}`,
      Sex: index % 2 === 0 ? 'Female' : 'Male',
      Address: '7 Willow Lane',
      City: 'Springvale',
      State: 'IL',
      'ZIP code': '60601',
      'Specimen type': 'Blood',
      'ICD-10 code 1': 'G40.309',
      'Indication 1': 'Generalized idiopathic epilepsy',
      Billing: 'Institution',
      'Provider NPI': '1234567893',
      'Provider first name': 'Ada',
      'Provider last name': 'Okafor',
      ...(fault ? { [fault.column]: fault.wrong } : {}),
    }
    return columns.map(({ heading }) => cells[heading] ?? '')
  })
  return writeCsv(
    columns.map(({ heading }) => heading),
    rows,
  )
}
