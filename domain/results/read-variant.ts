import { CLASSES, PARENTS } from './choices.ts'
import { numberOf } from './finding.ts'
import { Q } from './questions.ts'
import { wordIn } from './read-choice.ts'
import type { Consequence, Repeat, ReportedVariant, Significance } from './reported-variant.ts'
import type { Unread } from './unread.ts'
import { conditionIn, dayIn, geneIn, isGene, wordsIn } from './values.ts'
import { identifierIn, VARIANT_FIELDS } from './variant-fields.ts'

/** Reads a variant, haplotype or genotype from what its finding answers. */
export function readVariant(unread: Unread): ReportedVariant {
  const { id, of, notes } = unread.finding
  const form = formOf(unread)
  const name = unread.takeOne(Q[form === 'genotype' ? 'genotype' : 'haplotype'].code, wordsIn)
  // Some laboratories write the gene where its sequence belongs.
  const misplaced = unread.take([Q.reference.code], (answer) =>
    answer.codes.some(({ system }) => system === 'HGNC') ? geneIn(answer) : undefined,
  )
  const fields: Partial<ReportedVariant> = {}
  for (const [code, field] of Object.entries(VARIANT_FIELDS))
    Object.assign(fields, unread.takeOne(code, field.read))
  // One of each database.
  Object.assign(fields, ...unread.take(['81252-9'], identifierIn))
  // What is left of them names the variant in another way.
  const called = name ?? unread.takeOne('81252-9', wordsIn)
  const parent = unread.takeOne(Q.phase.code, (answer) =>
    PARENTS.some(([word]) => word === wordIn(PARENTS, answer)) ? wordIn(PARENTS, answer) : undefined,
  )
  const phase = unread.takeOne(Q.phase.code, wordsIn)
  const significance = readSignificance(unread)
  const effects = effectsIn(unread)
  return {
    key: id,
    form,
    of,
    genes: [...misplaced, ...unread.take([Q.gene.code], geneIn)].filter(isGene),
    ...(called === undefined ? {} : { name: called }),
    ...(parent === undefined ? {} : { inheritance: parent }),
    ...(phase === undefined ? {} : { phase }),
    ...fields,
    repeats: repeatsIn(unread),
    consequences: effects.length > 0 ? [{ effects }] : [],
    significances: significance ? [significance] : [],
    notes,
  }
}

function formOf({ finding }: Unread): ReportedVariant['form'] {
  const asks = (question: string) => finding.answers.some((answer) => answer.question.code === question)
  if (asks(Q.haplotype.code)) return 'haplotype'
  return asks(Q.genotype.code) ? 'genotype' : 'variant'
}

/** What a finding concludes about a variant's significance; null if nothing. */
export function readSignificance(unread: Unread): Significance | null {
  const variantClass = unread.takeOne(Q.significance.code, (answer) => wordIn(CLASSES, answer) || undefined)
  const scheme = unread.takeOne(Q.scheme.code, wordsIn)
  const classifiedOn = unread.takeOne(Q.classifiedOn.code, dayIn)
  const conditions = unread.take([Q.condition.code], conditionIn)
  const conditionInheritance = unread.takeOne(Q.conditionInheritance.code, wordsIn)
  const evidence = unread.takeOne(Q.evidence.code, wordsIn)
  const text = unread.takeOne(Q.text.code, wordsIn)
  const told = { variantClass, scheme, classifiedOn, conditionInheritance, evidence, text }
  const given = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined))
  return conditions.length > 0 || Object.keys(given).length > 0 ? { ...given, conditions } : null
}

/** What a finding says of a variant on one transcript; null if nothing. */
export function readConsequence(unread: Unread): Consequence | null {
  const fields: Partial<Consequence> = {}
  for (const code of ['51958-7', '48004-6', '48005-3'])
    Object.assign(
      fields,
      unread.takeOne(code, (answer) => VARIANT_FIELDS[code]?.read(answer)),
    )
  const effects = effectsIn(unread)
  return effects.length > 0 || Object.keys(fields).length > 0 ? { ...fields, effects } : null
}

function effectsIn(unread: Unread): string[] {
  return unread.take([Q.featureConsequence.code, Q.effect.code, Q.consequence.code], wordsIn)
}

/** Motifs and numbers of repeats, in pairs. */
function repeatsIn(unread: Unread): Repeat[] {
  const motifs = unread.take([Q.motif.code], wordsIn)
  const times = unread.take([Q.times.code], (answer) => numberOf(answer) ?? undefined)
  return Array.from({ length: Math.max(motifs.length, times.length) }, (_, index) => ({
    motif: motifs[index] ?? '',
    times: times[index] ?? null,
  }))
}
