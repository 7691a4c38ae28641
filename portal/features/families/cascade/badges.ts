import type { CascadeFinding, CascadeRelativeView } from '#contract/family-cascade.ts'
import type { MemberKey } from '#domain/family/document.ts'
import type { Badge } from '../drawing/FamilyDrawing.tsx'
import * as texts from './texts.ts'

/** What a drawing can show of the cascade. */
export const CASCADE_LAYERS = ['chances', 'steps'] as const
export type CascadeLayer = (typeof CASCADE_LAYERS)[number]

const TONES: Partial<Record<CascadeRelativeView['state'], Badge['tone']>> = {
  positive: 'has',
  negative: 'not',
}

/**
 * What the findings say of each relative, to stand below their symbol: the chance, where no result has answered it, and
 * how far they have come. Of several findings each is named by its genes.
 */
export function cascadeBadges(
  findings: readonly CascadeFinding[],
  layers: ReadonlySet<CascadeLayer>,
): ReadonlyMap<MemberKey, readonly Badge[]> {
  const badges = new Map<MemberKey, Badge[]>()
  for (const { relatives, variants, inheritance } of findings) {
    const genes = [...new Set(variants.map(({ gene }) => gene))].join(', ')
    const of = (words: string) => (findings.length > 1 ? `${genes}: ${words}` : words)
    for (const { member, chance, isCertain, state } of relatives) {
      const tone = TONES[state]
      const chances =
        chance === null || tone !== undefined
          ? []
          : inheritance === 'autosomal recessive'
            ? [texts.aCopy(chance.one, isCertain), texts.bothCopies(chance.all, isCertain)]
            : [texts.inPercent(chance.one, isCertain)]
      badges.set(member, [
        ...(badges.get(member) ?? []),
        ...(layers.has('chances') ? chances.map((words): Badge => ({ words: of(words), tone: 'may' })) : []),
        ...(layers.has('steps')
          ? [{ words: of(texts.brieflyOf(state)), tone: tone ?? 'plain' } as const]
          : []),
      ])
    }
  }
  return badges
}
