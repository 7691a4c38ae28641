import { VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useDeferredValue } from 'react'
import { ORDER_SECTIONS, type OrderSection } from '#domain/orders/readiness.ts'
import { useFormState, usePoints } from '../draft/form-context.ts'
import { goToSection } from '../focus-field.ts'
import { SECTION_NAMES } from '../labels.ts'
import { sectionId } from '../sections/SectionCard.tsx'
import classes from './panel.module.css'
import { useSectionInView } from './use-section-in-view.ts'

const SECTIONS = [...ORDER_SECTIONS, 'review'] as const

/** The sections as links: done, or how many things are open, and which one is in view. */
export function SectionList() {
  const inView = useSectionInView(SECTIONS.map(sectionId))
  return (
    <nav aria-label="Sections of the order">
      <ul className={classes.sections}>
        {SECTIONS.map((section) => (
          <li key={section}>
            <a
              className={classes.section}
              href={`#${sectionId(section)}`}
              aria-current={inView === sectionId(section) ? 'location' : undefined}
              onClick={(event) => {
                event.preventDefault()
                goToSection(section)
              }}
            >
              <span className={classes.mark}>{section !== 'review' && <Mark section={section} />}</span>
              {SECTION_NAMES[section]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Mark({ section }: { section: OrderSection }) {
  const points = useDeferredValue(usePoints())
  const chosen = useFormState((state) => state.tests.length > 0)
  const open = points.filter((point) => point.section === section).length
  if (open > 0)
    return (
      <>
        {open}
        <VisuallyHidden> open: </VisuallyHidden>
      </>
    )
  // Without a test nothing is asked yet, which is not the same as being answered.
  if (section === 'consents' && !chosen) return null
  return (
    <>
      <IconCheck size={16} className={classes.done} aria-hidden />
      <VisuallyHidden>Complete: </VisuallyHidden>
    </>
  )
}
