import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCircleDashed } from '@tabler/icons-react'
import { useDeferredValue } from 'react'
import { isBlocking, ORDER_SECTIONS, type OrderSection } from '#domain/orders/points.ts'
import { asksQuestions } from '../draft/answers.ts'
import { useFormState, usePoints } from '../draft/form-context.ts'
import { isDue } from '../draft/needs.ts'
import { goToSection } from '../focus-field.ts'
import { pointsInWords, SECTION_NAMES, sectionId } from '../section-words.ts'
import classes from './panel.module.css'
import * as texts from './texts.ts'
import { useSectionInView } from './use-section-in-view.ts'

const SECTIONS = [...ORDER_SECTIONS, 'review'] as const

/** The sections as links: done, or how many things are open, and which one is in view. */
export function SectionList() {
  const vob = useFormState((state) => state.document.isVOB)
  const asked = useFormState(asksQuestions)
  const sections = SECTIONS.filter(
    (section) =>
      (!vob || (section !== 'specimens' && section !== 'consents')) && (asked || section !== 'questions'),
  )
  const inView = useSectionInView(sections.map(sectionId))
  return (
    <nav aria-label={texts.orderSections}>
      <ul className={classes.sections}>
        {sections.map((section) => (
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
              {section === 'review' ? <span className={classes.mark} /> : <Mark section={section} />}
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
  const left = useDeferredValue(useFormState((state) => state.left))
  const all = points.filter((point) => point.section === section && isBlocking(point))
  const open = all.filter((point) => isDue(point, left))
  const onlyWarnings = open.every((point) => point.severity === 'warning')
  if (open.length > 0)
    return (
      <span className={classes.mark} data-warnings={onlyWarnings || undefined}>
        <span aria-hidden>
          {onlyWarnings ? <IconAlertTriangle size={16} className={classes.icon} /> : open.length}
        </span>
        <VisuallyHidden>{pointsInWords(open)}: </VisuallyHidden>
      </span>
    )
  const toCome = all.filter((point) => point.severity === 'error')
  if (toCome.length > 0)
    return (
      <span className={classes.mark}>
        <IconCircleDashed size={16} className={classes.toCome} aria-hidden />
        <VisuallyHidden>{texts.toCompleteIn(toCome.length)} </VisuallyHidden>
      </span>
    )
  // Without a test nothing is asked yet, which is not the same as being answered.
  if (section === 'consents' && !chosen) return <span className={classes.mark} />
  return (
    <span className={classes.mark}>
      <IconCheck size={16} className={classes.done} aria-hidden />
      <VisuallyHidden>{texts.complete} </VisuallyHidden>
    </span>
  )
}
