import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Scrolls to the card whose fragment is in the address, once it is there: it is loaded after the page. */
export function useArrival(hash: string): void {
  const isHere = useLocation({ select: (location) => location.hash === hash })
  useEffect(() => {
    if (isHere) document.getElementById(hash)?.scrollIntoView({ block: 'start' })
  }, [isHere, hash])
}
