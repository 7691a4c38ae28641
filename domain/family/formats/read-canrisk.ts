import { table } from '../../table.ts'
import { cutTo } from '../../text/keepable.ts'
import { blankFamily, blankMember, type Evaluation, type FamilyMember, type SexAtBirth } from '../document.ts'
import { CANCER_COLUMNS, COLUMNS, cancerEntry, GENES } from './canrisk.ts'
import { couplesOf, type ParentsOf } from './couples.ts'
import { type FileReading, type FileRemark, isDrawingNumber, keysOfIds, type ReadFamily } from './format.ts'
import { fillAt } from './reduce.ts'

/** A line of the file by its columns’ names. */
interface Line {
  number: number
  cells: Readonly<Record<string, string>>
}

const OTHER_NAMES = table<string>({ BARD1: 'BARD1', MZTWIN: 'MZtwin' })
const SEXES = table<SexAtBirth>({ M: 'Male', F: 'Female' })

/**
 * Reads CanRisk pedigree data, versions 1 to 4: the columns that the header names. Risk factors and tumor
 * pathology are not part of a family here.
 */
export function readCanRisk(text: string): FileReading {
  const lines: Line[] = []
  const remarks: FileRemark[] = []
  let columns: string[] = COLUMNS
  text.split(/\r\n?|\n/).forEach((content, index) => {
    const place = `line ${index + 1}`
    if (content.trim() === '' || /^##\s*CanRisk/i.test(content)) return
    if (/^##\s*FamID/i.test(content)) {
      columns = cellsOf(content.replace(/^##\s*/, '')).map((name) => canonical(name))
      return
    }
    if (content.startsWith('#')) {
      remarks.push({ place, rule: 'not-read', value: content.replace(/^#+/, '').slice(0, 80) })
      return
    }
    const cells = cellsOf(content)
    if (cells.length < 12) remarks.push({ place, rule: 'too-few-columns', value: content.slice(0, 80) })
    else
      lines.push({
        number: index + 1,
        cells: table(Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? '']))),
      })
  })
  if (lines.length === 0) return { problem: 'The file has no line of a person.' }
  const families = [...Map.groupBy(lines, ({ cells }) => cells.FamID ?? '')]
  return { families: families.map(([id, own], place) => familyOf(id, own, place === 0 ? remarks : [])) }
}

const cellsOf = (line: string) =>
  (line.includes('\t') ? line.split('\t') : line.trim().split(/\s+/)).map((cell) => cell.trim())
function canonical(name: string): string {
  const upper = name.toUpperCase()
  return OTHER_NAMES[upper] ?? [...COLUMNS, 'HOXB13'].find((one) => one.toUpperCase() === upper) ?? name
}

function familyOf(id: string, lines: readonly Line[], before: readonly FileRemark[]): ReadFamily {
  const remarks = [...before]
  const keyOf = keysOfIds()
  const people = new Map<string, FamilyMember>()
  const evaluations: Evaluation[] = []
  const parents = new Map<string, ParentsOf>()
  const kept = lines.filter(({ number, cells }) => {
    const own = cells.IndivID ?? ''
    const place = `line ${number}`
    if (people.has(own)) {
      remarks.push({ place, rule: 'listed-twice', value: own })
      return false
    }
    const read = memberOf(keyOf(own), people.size, cells, (rule, value) =>
      remarks.push({ place, rule, value }),
    )
    people.set(own, read.member)
    evaluations.push(...read.evaluations)
    return true
  })
  for (const { number, cells } of kept) {
    const place = `line ${number}`
    const idIn = (column: string) => ((cells[column] ?? '0') === '0' ? '' : (cells[column] ?? ''))
    const [father, mother] = [idIn('FathID'), idIn('MothID')]
    if ((father === '') !== (mother === ''))
      remarks.push({ place, rule: 'one-parent', value: father || mother })
    for (const [parent, sex, rule] of [
      [father, 'Male', 'father-not-male'],
      [mother, 'Female', 'mother-not-female'],
    ] as const) {
      if (parent === '') continue
      const known = people.get(parent)
      if (!known) {
        remarks.push({ place, rule: 'parent-without-line', value: parent })
        people.set(parent, { ...blankMember(keyOf(parent)), ...ofSex(sex), birthOrder: people.size })
      } else if (known.sexAtBirth !== sex) remarks.push({ place, rule, value: parent })
    }
    const key = people.get(cells.IndivID ?? '')?.key ?? ''
    parents.set(key, { birth: [father, mother].flatMap((one) => people.get(one)?.key ?? []) })
  }
  if (![...people.values()].some(({ isProband }) => isProband))
    remarks.push({ place: `line ${lines[0]?.number ?? 1}`, rule: 'no-proband', value: id })
  const used = CANCER_COLUMNS.filter((column) =>
    [...people.values()].some(({ conditions }) => conditions.some(({ entry }) => entry === column)),
  )
  return {
    ...{ id, remarks },
    document: {
      ...blankFamily(),
      ...couplesOf([...people.values()], parents),
      legend: used.map((column, place) => ({ ...cancerEntry(column), ...fillAt(place, used.length) })),
      evaluations,
    },
  }
}

const ofSex = (sex: SexAtBirth) => ({
  sexAtBirth: sex,
  gender: sex === 'Male' ? ('man' as const) : sex === 'Female' ? ('woman' as const) : ('' as const),
})

type Note = (rule: FileRemark['rule'], value: string) => void

function memberOf(key: string, place: number, cells: Line['cells'], note: Note) {
  const cell = (column: string) => cells[column] ?? ''
  const number = (column: string, most: number) => {
    const value = cell(column)
    if (value === '' || value === '0' || value === 'NA') return 0
    if (/^\d{1,4}$/.test(value) && Number(value) <= most) return Number(value)
    note('wrong-number', `${column} ${value}`.slice(0, 80))
    return 0
  }
  const sex = SEXES[cell('Sex').toUpperCase()]
  if (sex === undefined) note('unknown-sex', cell('Sex'))
  const [year, age] = [number('Yob', 2100), number('Age', 125)]
  const isDead = cell('Dead') === '1'
  const conditions = CANCER_COLUMNS.flatMap((column) => {
    if (cell(column).toUpperCase() === 'AU') return [affected(column, '')]
    const onset = number(column, 125)
    return onset === 0 ? [] : [affected(column, String(onset))]
  })
  const evaluations = [...GENES, 'HOXB13'].flatMap((gene): Evaluation[] => {
    const [, result] = cell(gene).split(':')
    if (result !== 'P' && result !== 'N') return []
    const positive = result === 'P' ? ('positive' as const) : ('negative' as const)
    return [
      {
        ...{ key: `${key}-${gene}`.slice(-40), member: key, what: gene },
        ...{ result: positive, copies: [], on: '', finding: '' },
      },
    ]
  })
  const name = cell('Name')
  if (name.length > 100) note('too-long', `${name.slice(0, 20)}…`)
  const twin = cell('MZtwin')
  const member: FamilyMember = {
    ...blankMember(key),
    ...{ ...ofSex(sex ?? ''), isProband: cell('Target') === '1', birthOrder: place },
    firstName: name === 'NA' || name === '0' || isDrawingNumber(name) ? '' : cutTo(name, 100),
    ...{ born: year < 1000 ? '' : String(year), life: isDead ? 'dead' : age > 0 ? 'alive' : '', conditions },
    age: age > 0 && (isDead || year === 0) ? { value: age, unit: 'years', isApproximate: false } : null,
    twins:
      twin === '' || twin === '0'
        ? null
        : { group: `twins-${twin.replaceAll(/[^\w]/g, '')}`, kind: 'identical' },
  }
  return { member, evaluations }
}

const affected = (entry: string, onset: string) => ({
  ...{ entry, status: 'affected' as const, onset, certainty: 'told' as const, notes: '' },
})
