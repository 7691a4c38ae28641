import { roleOf } from '../../specimens/roles.ts'
import { comparedInWords, leastCompared } from '../compared.ts'
import type { Patient } from '../document.ts'
import { relativesNeeded, samplesOf, whoIs } from '../family.ts'
import { geneticParents, isCalledParent, isGenetic, kinshipOf } from '../genetic-parents.ts'
import type { Finding } from '../points.ts'
import { isPrenatal } from '../subject.ts'
import { apply, chosenTests, type RuleInput } from './rule.ts'

/** How the people are related: whose specimens can be compared, and the genetic parents. */
export function kinshipRules(known: RuleInput): Finding[] {
  return [...parentage(known), ...notGenetic(known), ...tooFewRelatives(known)]
}

const PARENT_SEX = { Mother: 'Female', Father: 'Male' } as const

/**
 * A mother may be recorded as male and a father as female (a parent who is trans, a donor): it is a warning, so
 * that a slip is noticed.
 */
export function parentOfOtherSex({ relationship, sex, key }: Patient, path: string): Finding[] {
  if (relationship !== 'Mother' && relationship !== 'Father') return []
  if ((sex !== 'Male' && sex !== 'Female') || sex === PARENT_SEX[relationship]) return []
  return [
    {
      path,
      rule: 'parent-sex',
      message: `The ${relationship.toLowerCase()}’s sex is given as ${sex.toLowerCase()}. Check the sex and the relationship, or give a reason`,
      warningAbout: `${key} ${sex}`,
      usualReasons: ['Sex and relationship are correct'],
    },
  ]
}

function parentage(known: RuleInput): Finding[] {
  const { parentage: parents, patients } = known.document
  if (!parents) return []
  const at = '/parentage'
  const pointer = (name: 'geneticMother' | 'geneticFather') =>
    apply(
      known,
      `${at}/${name}`,
      parents[name],
      [
        'unknown',
        (key) =>
          key === '' || patients.some((one) => one.key === key) ? null : 'Choose a person of this order',
      ],
      [
        'conflicts',
        (key) => {
          const person = patients.find((one) => one.key === key)
          if (!person) return null
          if (person === patients[0] && !isPrenatal(known.document))
            return 'The patient is not their own parent: choose a relative'
          if (key === parents.geneticMother && key === parents.geneticFather)
            return 'One person cannot be the genetic mother and the genetic father: choose another'
          return isGenetic(person)
            ? null
            : `${capital(whoIs(known.document, key))} is related as ${kinshipOf(person).toLowerCase()}, and so is no genetic parent: check both`
        },
      ],
    )
  return [
    ...pointer('geneticMother'),
    ...pointer('geneticFather'),
    ...apply(known, `${at}/parentsRelation`, parents.parentsRelation, [
      'required',
      (value) =>
        parents.parentsRelated === 'Yes' && value.trim() === ''
          ? 'Say how the parents are related, such as first cousins'
          : null,
    ]),
  ]
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/**
 * A parent’s specimen that a family test can’t compare: an adoptive mother’s, the carrier’s of a donated egg, a father’s
 * if the sperm is a donor’s. Nothing is compared with a specimen that only serves the check for her cells.
 */
function notGenetic(known: RuleInput): Finding[] {
  const { document, tests } = known
  if (relativesNeeded(tests) === 0) return []
  const { mother, father } = geneticParents(document)
  return document.patients.flatMap((person, index) => {
    const compared = samplesOf(document, person.key).filter(
      (sample) => roleOf(document, sample, tests) !== 'Contamination check',
    )
    if (compared.length === 0 || person.key === mother || person.key === father) return []
    const carries = index === 0 && isPrenatal(document)
    if (!carries && (index === 0 || !isCalledParent(document, person))) return []
    const who = capital(whoIs(document, person.key))
    const because =
      isGenetic(person) && document.pregnancy?.spermProvider === 'Donor' && person.relationship !== 'Mother'
        ? ': the sperm is a donor’s, and'
        : ':'
    return [
      {
        path: carries ? '/pregnancy/eggProvider' : `/patients/${index}/kinship/kinshipKind`,
        rule: 'not-genetic-parent',
        message: carries
          ? `${who} is not the genetic parent: her specimen serves the check for her cells only, and is not compared. Choose that as its role, add the genetic mother, or give a reason`
          : `${who} is not the genetic parent${because} the specimen cannot be compared with the ${isPrenatal(document) ? 'fetus’s' : 'patient’s'}. Add the genetic parent, or give a reason`,
        warningAbout: person.key,
      },
    ]
  })
}

/**
 * With fewer people a family test finds less, but it may be intended, for example if a parent cannot be
 * asked.
 */
function tooFewRelatives(known: RuleInput): Finding[] {
  const { document } = known
  if (document.patients.length === 0) return []
  const tests = chosenTests(known).flatMap(({ catalogueTest }) => catalogueTest ?? [])
  const least = leastCompared(tests, document, known.tests)
  if (!least) return []
  const { test, there } = least
  const missing = there.length === 0 ? 'none is in the order yet' : `only ${there.length} is in the order`
  return [
    {
      path: '/patients',
      rule: 'relatives',
      message: `${test.testName} needs specimens from ${comparedInWords(test, document)}, but ${missing}. Add each missing relative with a specimen, or give a reason to go without`,
      warningAbout: `${test.code} ${there.length}`,
    },
  ]
}
