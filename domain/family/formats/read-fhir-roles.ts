import { table } from '../../table.ts'
import { blankMember, type Gender, type MemberKey } from '../document.ts'
import { addBirthParent, addParentByCode, type History, parentsIn, type Reading } from './fhir-lines.ts'

const CHILDREN = new Set(['CHILD', 'NCHILD', 'SON', 'DAU', 'SONC', 'DAUC'])
const SOCIAL_CHILDREN = table<'adopted' | 'foster' | 'step'>({
  ...{ CHLDADOPT: 'adopted', SONADOPT: 'adopted', DAUADOPT: 'adopted' },
  ...{ CHLDFOST: 'foster', SONFOST: 'foster', DAUFOST: 'foster' },
  ...{ STPCHLD: 'step', STPSON: 'step', STPDAU: 'step' },
})
const SIBLINGS = new Set('BRO NBRO SIS NSIS SIB NSIB TWIN TWINBRO TWINSIS'.split(' '))
const PARTNERS = new Set(['SIGOTHR', 'DOMPART', 'SPS', 'HUSB', 'WIFE'])
/** Up to whose parents, and whether the relative is one of them or their child. */
const THROUGH = table<['mother' | 'father', 'parent' | 'sibling']>({
  ...{ MGRMTH: ['mother', 'parent'], MGRFTH: ['mother', 'parent'], MGRPRN: ['mother', 'parent'] },
  ...{ PGRMTH: ['father', 'parent'], PGRFTH: ['father', 'parent'], PGRPRN: ['father', 'parent'] },
  ...{ MAUNT: ['mother', 'sibling'], MUNCLE: ['mother', 'sibling'] },
  ...{ PAUNT: ['father', 'sibling'], PUNCLE: ['father', 'sibling'] },
})

/** What a code says of sex, where the resource says nothing. */
const WOMEN = /(MTH|SIS|DAU|AUNT|NIECE|WIFE|ADOPTM)(C|F|ADOPT|FOST)?$/
const MEN = /(FTH|BRO|SON|UNCLE|NEPHEW|HUSB|ADOPTF)(C|F|ADOPT|FOST)?$/

/**
 * Draws the lines that words such as `maternal aunt` leave open, for whom no parent is named: parents, children,
 * partners, siblings, grandparents, aunts. Missing people between are added without names; whom the word does
 * not place is remarked.
 */
export function placeByRole(histories: readonly History[], reading: Reading): void {
  const { found, lines } = reading
  for (const history of histories) withSexOfRole(history, reading)
  const rank = ({ codes }: History) =>
    codes.some((code) => /^(N?MTH|N?FTH|NPRN|PRN|NMTHF|NFTHF)$/.test(code))
      ? 0
      : codes.some((code) => THROUGH[code])
        ? 1
        : 2
  for (const history of histories.toSorted((a, b) => rank(a) - rank(b))) {
    const relative = found.people.get(history.relative)?.member
    const patient = found.people.get(history.patient)?.member
    if (history.kin.length > 0 || !relative || !patient) continue
    const placed = history.codes.map((code) => place(code, relative.key, patient.key, history, reading))
    const hasLines = lines.parents.has(relative.key) || isParent(relative.key, reading)
    if (!placed.includes(true) && !hasLines)
      found.remarks.push({ place: history.place, rule: 'unknown-relation', value: history.codes.join(' ') })
  }
}

const isParent = (key: MemberKey, { lines }: Reading) =>
  [...lines.parents.values()].some(({ birth = [] }) => birth.includes(key))

function withSexOfRole({ resource, relative, codes }: History, { found }: Reading): void {
  const person = found.people.get(relative)
  if (!person || resource.sex !== undefined || person.member.sexAtBirth !== '' || person.member.gender !== '')
    return
  const gender: Gender = codes.some((code) => WOMEN.test(code))
    ? 'woman'
    : codes.some((code) => MEN.test(code))
      ? 'man'
      : ''
  person.member = { ...person.member, gender }
}

function place(
  code: string,
  relative: MemberKey,
  patient: MemberKey,
  { place: where }: History,
  reading: Reading,
): boolean {
  const { lines } = reading
  if (addParentByCode([code], relative, patient, lines)) return true
  const social = SOCIAL_CHILDREN[code]
  const through = THROUGH[code]
  if (CHILDREN.has(code)) addBirthParent(lines, relative, patient)
  else if (social) parentsIn(lines, relative)[social] = [patient]
  else if (PARTNERS.has(code))
    lines.couples.push({ partners: [patient, relative], hasEnded: false, relatedAs: '' })
  else if (code === 'FMRSPS')
    lines.couples.push({ partners: [patient, relative], hasEnded: true, relatedAs: '' })
  else if (/^[IF]?TWIN(BRO|SIS)?$/.test(code) || SIBLINGS.has(code)) {
    if (code.includes('TWIN'))
      lines.twins.push([
        relative,
        patient,
        code.startsWith('I') ? 'identical' : code.startsWith('F') ? 'fraternal' : 'unknown',
      ])
    if (!(lines.parents.get(relative)?.birth ?? []).length) asSibling(relative, patient, where, reading)
  } else if (through) {
    const [side, kind] = through
    const hasParents = (lines.parents.get(relative)?.birth ?? []).length > 0
    if (kind === 'sibling' && hasParents) return true
    const parent = parentOf(patient, side, where, reading)
    if (kind === 'parent') {
      const as = /MTH$/.test(code) ? 'mother' : /FTH$/.test(code) ? 'father' : undefined
      addBirthParent(lines, parent, relative, as)
    } else asSibling(relative, parent, where, reading)
  } else return false
  return true
}

/** A child of the other’s two parents by birth, who are added if the file has not both: of one, it would be half. */
function asSibling(relative: MemberKey, of: MemberKey, where: string, reading: Reading): void {
  const { lines } = reading
  if ((lines.parents.get(of)?.birth ?? []).length < 2)
    for (const side of ['father', 'mother'] as const) parentOf(of, side, where, reading)
  const { birth = [], mother, father } = parentsIn(lines, of)
  Object.assign(parentsIn(lines, relative), { birth: [...birth], mother, father })
}

function parentOf(child: MemberKey, side: 'mother' | 'father', where: string, reading: Reading): MemberKey {
  const { found, lines } = reading
  const known = lines.parents.get(child)?.[side]
  if (known !== undefined) return known
  const name = `added/${child}-${side}`
  const key = found.keyOf(name)
  const gender: Gender = side === 'mother' ? 'woman' : 'man'
  found.people.set(name, { member: { ...blankMember(key), gender } })
  found.remarks.push({ place: where, rule: 'parents-added', value: side })
  addBirthParent(lines, child, key, side)
  return key
}
