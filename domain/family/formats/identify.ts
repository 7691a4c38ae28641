import { monthsBetween } from '../../dates/dates.ts'
import type { FamilyDocument, FamilyMember } from '../document.ts'

/**
 * The family for somebody who need not know who it is: no names, no days or years of birth and death, no free text
 * that could hold them; ages instead, of the living on `day` (ISO), of the dead at death.
 */
export function withoutIdentity(document: FamilyDocument, day: string): FamilyDocument {
  return {
    ...document,
    people: document.people.map((member) => ({
      ...member,
      ...{ firstName: '', lastName: '', born: '', diedOn: '', notes: '', mayContact: '' as const },
      age: member.age ?? ageOf(member, day),
      childlessness: { ...member.childlessness, reason: '' },
      conditions: member.conditions.map((condition) => ({ ...condition, notes: '' })),
      pregnancy: member.pregnancy && { ...member.pregnancy, dueDate: '' },
    })),
    unions: document.unions.map((union) => ({
      ...union,
      // That they are related counts; the words could hold a name.
      relatedAs: union.relatedAs === '' ? '' : 'related',
      childlessness: { ...union.childlessness, reason: '' },
    })),
    evaluations: document.evaluations.map((one) => ({ ...one, on: '', finding: '' })),
    ...{ informant: '', takenOn: '', notes: '' },
  }
}

/**
 * The age by what is known: whole years between two years are about right. Of somebody who may have died, as far as
 * anybody said, there is none.
 */
export function ageOf({ life, born, diedOn }: FamilyMember, day: string): FamilyMember['age'] {
  return life === '' ? null : ageBetween(born, life === 'dead' ? diedOn : day)
}

function ageBetween(born: string, until: string): FamilyMember['age'] {
  if (born === '' || until === '') return null
  if (born.length < 10 || until.length < 10) {
    const years = Number(until.slice(0, 4)) - Number(born.slice(0, 4))
    return years < 0 || years > 150 ? null : { value: years, unit: 'years', isApproximate: true }
  }
  const months = monthsBetween(born, until)
  if (months < 0 || months > 150 * 12) return null
  return months < 24
    ? { value: months, unit: 'months', isApproximate: false }
    : { value: Math.floor(months / 12), unit: 'years', isApproximate: false }
}
