import type { FamilyDocument } from '../document.ts'
import { type FamilyFormat, type FileReading, isDrawingNumber, type Written } from './format.ts'
import { PED_CONDITION, readPed, writePed } from './ped.ts'
import { byGenes, bySex, inBirthOrder, isBorn, withOnly, withoutMembers } from './reduce.ts'

/** PED with one condition, in which everybody has an id and no name. */
export const pedFile: FamilyFormat = {
  reduce,
  write: (document, { id, idOf }) => {
    const [entry] = document.legend
    const people = inBirthOrder(document)
    const lines = writePed(
      { ...document, people },
      { id, idOf: ({ key }) => idOf(key), condition: PED_CONDITION },
    )
    return `${HEADER}${entry ? `\t${entry.name}` : ''}\n${lines}`
  },
}

/** A comment for others; here the last column’s heading names the condition. */
const HEADER = '#Family\tPerson\tFather\tMother\tSex'

function reduce(whole: FamilyDocument, { condition }: Written): FamilyDocument {
  const out = whole.people.filter((member) => !isBorn(member)).map(({ key }) => key)
  const document = byGenes(withoutMembers(whole, out))
  const entry = whole.legend.find(({ key }) => key === condition)
  const reduced = withOnly(document, (member) => ({
    ...{ ...bySex(member), parents: member.parents, birthOrder: member.birthOrder },
    conditions: member.conditions
      .filter((own) => own.entry === condition && own.status !== 'possible')
      .map(({ status }) => ({ entry: PED_CONDITION, status, onset: '', certainty: 'told', notes: '' })),
  }))
  const isUsed = reduced.people.some(({ conditions }) => conditions.length > 0)
  return {
    ...{ ...reduced, evaluations: [] },
    legend:
      isUsed && entry
        ? [{ key: PED_CONDITION, name: inOneLine(entry.name), code: '', fill: 'solid', part: 'whole' }]
        : [],
  }
}

const inOneLine = (name: string) => name.replaceAll(/\s+/g, ' ').trim() || 'Affected'

/** Ids are names, unless they are places in a drawing. */
export function readPedFile(text: string): FileReading {
  const { families, remarks } = readPed(text)
  if (families.length === 0) return { problem: 'The file has no line of a person.' }
  const heading = text.split(/\r\n?|\n/).find((line) => line.startsWith(`${HEADER}\t`))
  const condition = heading
    ?.slice(HEADER.length + 1)
    .trim()
    .slice(0, 200)
  return {
    families: families.map(({ id, document }, index) => ({
      id,
      document: {
        ...document,
        legend: document.legend.map((entry) => ({ ...entry, name: condition || entry.name })),
        people: document.people.map((member) =>
          isDrawingNumber(member.firstName) ? { ...member, firstName: '' } : member,
        ),
      },
      // Lines belong to no family of their own: the first one names them.
      remarks:
        index === 0 ? remarks.map(({ line, ...remark }) => ({ place: `line ${line}`, ...remark })) : [],
    })),
  }
}
