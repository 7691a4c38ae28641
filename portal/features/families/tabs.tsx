import { lazy, Suspense } from 'react'
import { LoadingIndicator } from '#ui/LoadingIndicator.tsx'

const Drawing = lazy(async () => ({ default: (await import('./drawing/DrawingTab.tsx')).DrawingTab }))
const CascadeContent = lazy(async () => ({ default: (await import('./cascade/Cascade.tsx')).Cascade }))
const People = lazy(async () => ({ default: (await import('./people/PeopleTab.tsx')).PeopleTab }))

const Papers = lazy(async () => ({ default: (await import('./papers/PapersTab.tsx')).PapersTab }))

/** The drawing with its tools and the panel of the selected person, loaded when it is opened. */
export function DrawingTab() {
  return (
    <Suspense fallback={<LoadingIndicator />}>
      <Drawing />
    </Suspense>
  )
}

/** The table of the people, loaded when it is opened. */
export function PeopleTab() {
  return (
    <Suspense fallback={<LoadingIndicator />}>
      <People />
    </Suspense>
  )
}

/** The relatives whom the family's findings concern, loaded when it is opened. */
export function CascadeTab() {
  return (
    <Suspense fallback={<LoadingIndicator />}>
      <CascadeContent />
    </Suspense>
  )
}

/** The family as a file, loaded when it is opened. */
export function PapersTab() {
  return (
    <Suspense fallback={<LoadingIndicator />}>
      <Papers />
    </Suspense>
  )
}
