import type { Gender } from './document.ts'
import type { BloodRelation, Parentage, Relation } from './relation.ts'

type Words = readonly [man: string, woman: string, other: string]

const PARENT: Words = ['father', 'mother', 'parent']
const CHILD: Words = ['son', 'daughter', 'child']
const SIBLING: Words = ['brother', 'sister', 'sibling']
const UNCLE: Words = ['uncle', 'aunt', 'aunt or uncle']
const NEPHEW: Words = ['nephew', 'niece', 'niece or nephew']

const of = (words: Words, gender: Gender) => words[gender === 'man' ? 0 : gender === 'woman' ? 1 : 2]

/** `maternal half aunt`, `first cousin once removed and second cousin`, `adoptive mother`, `not related by blood`. */
export function relationInWords(relation: Relation, gender: Gender): string {
  switch (relation.kind) {
    case 'self':
      return 'the same person'
    case 'identical twin':
      return `identical twin ${of(SIBLING, gender)}`
    case 'blood':
      return bloodInWords(relation.relations, gender)
    case 'parent':
      return SOCIAL_PARENTS[relation.how](gender)
    case 'child':
      return SOCIAL_CHILDREN[relation.how](gender)
    case 'partner':
      return relation.hasEnded ? 'former partner' : 'partner'
    case 'partner of':
      return `partner of the ${bloodInWords(relation.relative, relation.gender)}`
    case 'none':
      return 'not related by blood'
  }
}

const SOCIAL_PARENTS: Record<Parentage, (gender: Gender) => string> = {
  birth: (gender) => of(PARENT, gender),
  adopted: (gender) => `adoptive ${of(PARENT, gender)}`,
  foster: (gender) => `foster ${of(PARENT, gender)}`,
  step: (gender) => `step${of(PARENT, gender)}`,
  egg: () => 'egg donor',
  sperm: () => 'sperm donor',
  carrier: () => 'gestational carrier',
}
const SOCIAL_CHILDREN: Record<Parentage, (gender: Gender) => string> = {
  birth: (gender) => of(CHILD, gender),
  adopted: (gender) => `adopted ${of(CHILD, gender)}`,
  foster: (gender) => `foster ${of(CHILD, gender)}`,
  step: (gender) => `step${of(CHILD, gender)}`,
  egg: (gender) => `${of(CHILD, gender)} from a donated egg`,
  sperm: (gender) => `${of(CHILD, gender)} from donated sperm`,
  carrier: (gender) => `${of(CHILD, gender)} carried for others`,
}

function bloodInWords(relations: readonly BloodRelation[], gender: Gender): string {
  return relations.map((relation) => oneInWords(relation, gender)).join(' and ')
}

const TIMES = ['', '', 'double ', 'triple ', 'quadruple ']

function oneInWords({ up, down, isHalf, times, side }: BloodRelation, gender: Gender): string {
  const word = plainWords(up, down, gender)
  if (down === 0) {
    if (up === 1) return word
    return side === 'both' ? `${word} on both sides` : `${sideInWords(side)}${word}`
  }
  const isCounted = up > 0 && !(up === 1 && down === 1)
  const number = isCounted ? (TIMES[times] ?? `${times}-fold `) : ''
  return `${sideInWords(side)}${number}${isHalf ? 'half ' : ''}${word}`
}

const sideInWords = (side: BloodRelation['side']) => (side === null || side === 'both' ? '' : `${side} `)

/** The word for a distance, without side and half. */
function plainWords(up: number, down: number, gender: Gender): string {
  if (down === 0) return lineal(up, of(PARENT, gender))
  if (up === 0) return lineal(down, of(CHILD, gender))
  if (up === 1 && down === 1) return of(SIBLING, gender)
  if (down === 1) return `${greats(up - 2)}${of(UNCLE, gender)}`
  if (up === 1) return `${greats(down - 2)}${of(NEPHEW, gender)}`
  const removed = Math.abs(up - down)
  return `${ORDINALS[Math.min(up, down) - 1] ?? `${Math.min(up, down) - 1}th`} cousin${removed === 0 ? '' : ` ${REMOVED[removed] ?? `${removed} times`} removed`}`
}

const ORDINALS = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']
const REMOVED = ['', 'once', 'twice', 'three times', 'four times', 'five times']

const greats = (count: number) => 'great-'.repeat(Math.max(0, count))

const lineal = (steps: number, word: string) => (steps === 1 ? word : `${greats(steps - 2)}grand${word}`)
