import { Skeleton } from '@mantine/core'
import list from './list.module.css'

/** What stands in the place of a list's cards while they are on their way. */
export function WaitingCards() {
  return [1, 2, 3].map((card) => (
    <li key={card} className={list.card} aria-hidden>
      <Skeleton height={12} width="60%" />
      <Skeleton height={10} width="80%" />
      <Skeleton height={10} width="40%" />
    </li>
  ))
}
