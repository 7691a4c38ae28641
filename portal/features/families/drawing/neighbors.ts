import type { FamilyDocument, MemberKey } from '#domain/family/document.ts'
import { familyGraph } from '#domain/family/graph.ts'
import type { FamilyLayout } from '#domain/family/layout/layout.ts'

export type Direction = 'left' | 'right' | 'up' | 'down' | 'first' | 'last'

/** Where an arrow key leads from somebody: along the row, to the nearer parent, to the nearest child. */
export function neighborOf(
  { document, layout }: { document: FamilyDocument; layout: FamilyLayout },
  from: MemberKey,
  direction: Direction,
): MemberKey | null {
  const place = layout.places.get(from)
  if (!place) return null
  const xOf = (key: MemberKey) => layout.places.get(key)?.x ?? 0
  const row = [...layout.places].filter(([, { row }]) => row === place.row).map(([key]) => key)
  const inRow = row.sort((one, other) => xOf(one) - xOf(other))
  const index = inRow.indexOf(from)
  if (direction === 'left') return inRow[index - 1] ?? null
  if (direction === 'right') return inRow[index + 1] ?? null
  if (direction === 'first') return inRow[0] ?? null
  if (direction === 'last') return inRow.at(-1) ?? null
  const graph = familyGraph(document)
  const others =
    direction === 'up'
      ? (graph.members.get(from)?.parents ?? []).flatMap(
          ({ union }) => graph.unions.get(union)?.partners ?? [],
        )
      : graph.unionsOf(from).flatMap((union) => graph.childrenOf(union.key).map(({ key }) => key))
  const nearest = others
    .filter((key) => layout.places.has(key))
    .sort((one, other) => Math.abs(xOf(one) - place.x) - Math.abs(xOf(other) - place.x))
  return nearest[0] ?? null
}
