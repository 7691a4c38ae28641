import { Hl7Field, Hl7Segment } from '@medplum/core'
import { table } from '#domain/table.ts'
import { segment, setComposed, textOf } from '../hl7/message.ts'

/**
 * Converts OML^O21 of HL7 2.5.1 to ORM^O01 of HL7 2.3. What 2.3 has no segment or field for is sent as an
 * answer (OBX): relatives, specimens, several ethnicities. Only the numbering of SPM and NK1 is left out.
 */
export function asOrm(segments: Hl7Segment[]): Hl7Segment[] {
  const [head, groups] = groupsOf(segments)
  const isNew = groups.some(([orc]) => orc && textOf(orc, 1) === 'NW')
  // Only in the group of the first test; read before PID is converted.
  const ofPeople = isNew ? head.flatMap(ofPerson) : []
  const people = head.filter(({ name }) => name !== 'NK1').map(older)
  return [...people, ...groups.flatMap((group, index) => orderGroup(group, index === 0 ? ofPeople : []))]
}

/** The segments before the first ORC, and the groups that begin with one. */
function groupsOf(segments: Hl7Segment[]): [Hl7Segment[], Hl7Segment[][]] {
  const head: Hl7Segment[] = []
  const groups: Hl7Segment[][] = []
  for (const one of segments) {
    if (one.name === 'ORC') groups.push([one])
    else (groups.at(-1) ?? head).push(one)
  }
  return [head, groups]
}

/** ORC OBR NTE DG1 OBX. */
function orderGroup(whole: Hl7Segment[], ofPeople: Hl7Segment[]): Hl7Segment[] {
  // Version 2.3 has no earlier results; what they say is in OBX, too.
  const prior = whole.findIndex(({ name }) => name === 'PID')
  const group = prior === -1 ? whole : whole.slice(0, prior)
  const at = group.findIndex(({ name }) => name === 'SPM')
  const [request, specimens] = at === -1 ? [group, []] : [group.slice(0, at), group.slice(at)]
  const priority = request.find(({ name }) => name === 'TQ1')
  const answers = [
    ...request.filter(({ name }) => name === 'OBX'),
    ...ofPeople,
    ...ofSpecimens(specimens),
  ].map(numbered)
  const rest = request.filter(({ name }) => name !== 'OBX' && name !== 'TQ1').map(older)
  for (const one of rest) {
    if (priority && (one.name === 'ORC' || one.name === 'OBR'))
      one.setField(
        one.name === 'ORC' ? 7 : 27,
        field(['', '', '', '', textOf(priority, 8), textOf(priority, 9)]),
      )
    const [first] = specimens
    if (one.name === 'OBR' && first) setComposed(one, 15, [[textOf(first, 4), textOf(first, 4, 2), 'L']])
  }
  return [...rest, ...answers]
}

function field(...content: string[][]): Hl7Field {
  return segment('ZZZ', { 1: content }).fields[1] ?? new Hl7Field([['']])
}

/** Replaces a field if the segment has it. */
function rewritten(one: Hl7Segment, at: number, content: Hl7Field): void {
  if (one.getField(at)) one.setField(at, content)
}

/** Converts one segment to the older version's fields. */
function older(one: Hl7Segment): Hl7Segment {
  const change = OLDER[one.name]
  return change ? change(one) : one
}

const OLDER = table<(one: Hl7Segment) => Hl7Segment>({
  MSH: (msh) => {
    msh.setField(9, field(['ORM', 'O01']))
    msh.setField(12, field(['2.3']))
    return msh
  },
  PID: (pid) => {
    rewritten(pid, 8, field([sex(pid, 8)]))
    for (const at of [13, 14]) rewritten(pid, at, reachedAt(pid, at))
    // IS, one code only; the answers contain all of them.
    for (const at of [10, 22]) rewritten(pid, at, field([textOf(pid, at) || textOf(pid, at, 2)]))
    return pid
  },
  IN1: (in1) => {
    rewritten(in1, 17, field([textOf(in1, 17)]))
    return in1
  },
  // ORC-21 came in a later version: entering organization (ORC-17), a CE.
  ORC: (orc) => {
    const [code, name] = [textOf(orc, 21, 10), textOf(orc, 21)]
    const commonOrder = new Hl7Segment(orc.fields.slice(0, 17), orc.context)
    commonOrder.setField(17, field([code, name, 'L']))
    return commonOrder
  },
  DG1: (dg1) =>
    segment('DG1', {
      1: textOf(dg1, 1),
      2: textOf(dg1, 3) && 'I10',
      3: [textOf(dg1, 3), textOf(dg1, 3, 2), textOf(dg1, 3) && 'I10'],
      4: textOf(dg1, 3, 2),
      6: textOf(dg1, 6),
    }),
})

/** Table 0001 of this version has no A (ambiguous). */
function sex(one: Hl7Segment, at: number): string {
  return textOf(one, at) === 'A' ? 'O' : textOf(one, at)
}

/** XTN ends with component 9: the number as typed goes to component 1. */
function reachedAt(one: Hl7Segment, at: number): Hl7Field {
  return field(
    ...(one.getField(at)?.components ?? []).map((_, repetition) => {
      const part = (component: number) => textOf(one, at, component, repetition)
      return [part(12), ...[2, 3, 4, 5, 6, 7, 8, 9].map(part)]
    }),
  )
}

/** NK1 fields, and PID fields that 2.3 cannot repeat, as questions about the person. */
const OF_PEOPLE = {
  NK1: [
    [3, 'RELATIONSHIP', 'Relationship to the patient', 'CE'],
    [2, 'RELATIVE-NAME', 'Name', 'XPN'],
    [16, 'RELATIVE-BIRTH-DATE', 'Date of birth', 'DT'],
    [15, 'RELATIVE-SEX', 'Sex', 'ST'],
    [33, 'RELATIVE-NUMBER', 'Numbers', 'CX'],
    [4, 'RELATIVE-ADDRESS', 'Addresses', 'XAD'],
    [5, 'RELATIVE-HOME', 'Reached at home', 'XTN'],
    [6, 'RELATIVE-WORK', 'Reached at work', 'XTN'],
    [28, 'ETHNICITY', 'Ethnicity', 'CE'],
    [35, 'RACE', 'Race', 'CE'],
  ],
  PID: [
    [10, 'RACE', 'Race', 'CE'],
    [22, 'ETHNICITY', 'Ethnicity', 'CE'],
  ],
} as const

function ofPerson(person: Hl7Segment): Hl7Segment[] {
  const questions = person.name === 'NK1' ? OF_PEOPLE.NK1 : person.name === 'PID' ? OF_PEOPLE.PID : []
  const numbers = person.getField(person.name === 'NK1' ? 33 : 3)
  // The clinic's own record number may precede ours.
  const about = numbers?.components.find((one) => one[4] === 'PI')?.[0] ?? ''
  return questions.flatMap(([at, code, words, type]) => {
    const text = type === 'XTN' ? reachedAt(person, at) : person.getField(at)
    if (!text || text.toString() === '') return []
    const specimenAnswer = answer(type, [code, words, 'L'], about)
    specimenAnswer.setField(5, at === 15 ? field([sex(person, 15)]) : text)
    return [specimenAnswer]
  })
}

/** Each SPM and the segments below it, as answers about the specimen's number. */
function ofSpecimens(segments: Hl7Segment[]): Hl7Segment[] {
  let about = ''
  return segments.flatMap((one) => {
    if (one.name === 'SPM') {
      about = textOf(one, 2)
      const specimenAnswer = answer('CE', ['SPECIMEN', 'Specimen', 'L'], about)
      specimenAnswer.setField(5, one.getField(4))
      if (textOf(one, 17)) specimenAnswer.setField(14, one.getField(17))
      const more = SPECIMEN_QUESTIONS.filter(([at]) => textOf(one, at) || textOf(one, at, 2))
      const modifiers = modifiersOf(one)
      for (const modifier of modifiers) modifier.setField(4, field([about]))
      return [
        specimenAnswer,
        ...modifiers,
        ...more.map(([at, code, words, type]) => {
          const detail = answer(type, [code, words, 'L'], about)
          detail.setField(5, one.getField(at))
          return detail
        }),
      ]
    }
    one.setField(4, field([about]))
    return [one]
  })
}

const SPECIMEN_QUESTIONS = [
  [3, 'PARENT-SPECIMEN', 'Made from', 'ST'],
  [6, 'ADDITIVE', 'Additive', 'CE'],
  [7, 'APPROACH', 'How it was taken', 'CE'],
  [8, 'SITE', 'Where it was taken', 'CE'],
  [9, 'SIDE', 'Side', 'CE'],
  [11, 'SPECIMEN-ROLE', 'What it is for', 'CE'],
  [12, 'AMOUNT', 'How much it is', 'CQ'],
  [14, 'SPECIMEN-PERSON', 'Whose it is, in words', 'ST'],
  [24, 'CONDITION', 'How it is kept', 'CE'],
  [26, 'TUBES', 'Tubes', 'NM'],
] as const

/** SPM-5 repeats: the kind of tissue, and the state. */
function modifiersOf(spm: Hl7Segment): Hl7Segment[] {
  return (spm.getField(5)?.components ?? []).flatMap((components, repetition) => {
    const code = textOf(spm, 5, 1, repetition)
    if (code === '') return []
    const isTissue = ['POC', 'Villi'].includes(code)
    const modifier = answer('CE', isTissue ? ['TISSUE', 'Tissue', 'L'] : ['SPECIMEN-STATE', 'State', 'L'], '')
    modifier.setField(5, new Hl7Field([components]))
    return [modifier]
  })
}

function answer(type: string, question: string[], about: string): Hl7Segment {
  return segment('OBX', { 2: type, 3: question, 4: about, 11: 'F' })
}

/** Numbered through the group. Table 0085 of this version has no O (order detail). */
function numbered(obx: Hl7Segment, index: number): Hl7Segment {
  obx.setField(1, field([String(index + 1)]))
  obx.setField(11, field(['F']))
  return obx
}
