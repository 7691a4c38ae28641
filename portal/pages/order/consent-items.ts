import type { ConsentQuestion } from '#contract/consent-questions.ts'
import type { Order } from '#contract/order.ts'
import { versionInWords } from '#domain/consent/in-words.ts'

export type VisibleItem = Order['consentLedger'][number]['items'][number]

/**
 * The items as they are shown: in the words that were kept; of a draft in today's, and of an order whose words were
 * not kept under today's titles, without a text.
 */
export function visibleItems(
  items: readonly VisibleItem[],
  today: readonly Pick<ConsentQuestion, 'id' | 'title' | 'text'>[],
  isDraft: boolean,
): VisibleItem[] {
  return items.map((item) => {
    const question = item.text === null ? today.find(({ id }) => id === item.id) : undefined
    if (!question) return item
    return { ...item, title: question.title, text: isDraft ? question.text : null }
  })
}

/** `version 2, English · ACMG SF v3.3`; '' for words without a version. */
export function versionNote(item: Pick<VisibleItem, 'version' | 'language' | 'list'>): string {
  const version = versionInWords(item)
  return [version && version.charAt(0).toUpperCase() + version.slice(1), item.list]
    .filter(Boolean)
    .join(' · ')
}
