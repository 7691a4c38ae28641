import { useEffect, useState } from 'react'

/** The id of the section that is read now: the first of `ids` that reaches into the upper part of the window. */
export function useSectionInView(ids: readonly string[]): string | null {
  const [inView, setInView] = useState<string | null>(null)
  const list = ids.join(' ')
  useEffect(() => {
    const order = list.split(' ')
    const visible = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) visible.add(target.id)
          else visible.delete(target.id)
        }
        const first = order.find((id) => visible.has(id))
        if (first) setInView(first)
      },
      // A strip of the window under the heads: what crosses it is being read.
      { rootMargin: '-160px 0px -60% 0px' },
    )
    for (const id of order) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [list])
  return inView
}
