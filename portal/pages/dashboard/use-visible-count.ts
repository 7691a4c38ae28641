import { useMediaQuery } from '@mantine/hooks'

/** On a phone, so that every card is reached without long scrolling. */
const MAX_ON_PHONE = 3

/** How many lines a card of the dashboard shows at first. */
export function useVisibleCount(lines: number): number {
  const isPhone = useMediaQuery('(max-width: 37.49em)', false, { getInitialValueInEffect: false })
  return isPhone ? Math.min(lines, MAX_ON_PHONE) : lines
}
