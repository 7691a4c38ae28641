import { type RefObject, type SyntheticEvent, useEffect, useMemo, useRef, useState } from 'react'
import { LONGEST } from '#domain/counseling/appointment.ts'
import type { PageData } from '../data.ts'
import {
  chosenOf,
  control,
  dropFromName,
  fillControls,
  followCountry,
  hasBegun,
  initialValues,
  isControl,
  readControls,
} from './controls.ts'
import { readSavedForm, saveForm } from './saved-form.ts'
import { newKey, send, waitUntilOpenLongEnough } from './send.ts'
import {
  controlOf,
  dayHere,
  type Errors,
  errorsOf,
  type Item,
  itemOf,
  missingItems,
  requestOf,
  type Typed,
} from './typed.ts'

const storage = () => sessionStorage

type Phase = 'editing' | 'busy' | 'sent' | 'failed'

export interface AppointmentForm {
  form: RefObject<HTMLFormElement | null>
  /** What is said after sending; it gets the focus. */
  notice: RefObject<HTMLDivElement | null>
  typed: Typed
  /** Whether anything was typed or chosen yet. */
  begun: boolean
  errors: Errors
  phase: Phase
  missing: Item[]
  /** Goes to the element of a field. */
  goTo(item: Item): void
  handlers: {
    onInput(event: SyntheticEvent): void
    onCompositionEnd(event: SyntheticEvent): void
    onBlur(event: React.FocusEvent): void
    onSubmit(event: SyntheticEvent): void
  }
}

/**
 * The form's life (specification §4): typed and kept, sent, then empty again or as it was. What was kept is put back
 * once the elements for it are there (`complete`).
 */
export function useAppointment(
  { language, preferredLanguage }: Pick<PageData, 'language' | 'preferredLanguage'>,
  complete: boolean,
): AppointmentForm {
  const empty = useMemo(() => initialValues(preferredLanguage), [preferredLanguage])
  const form = useRef<HTMLFormElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  const attempt = useRef<{ requestKey: string; content: string } | null>(null)
  const openedAt = useRef(0)
  const [typed, setTyped] = useState(empty)
  const [errors, setErrors] = useState<Errors>({})
  const [phase, setPhase] = useState<Phase>('editing')

  function note(now: Typed) {
    setTyped(now)
    saveForm(storage, {
      typed: chosenOf(now, empty),
      openedAt: openedAt.current,
      keptAt: Date.now(),
      attempt: attempt.current,
    })
  }

  useEffect(() => {
    if (form.current === null || !complete) return
    const saved = readSavedForm(storage, Date.now())
    openedAt.current = saved?.openedAt ?? Math.round(performance.timeOrigin)
    attempt.current = saved?.attempt ?? null
    if (saved) fillControls(form.current, saved.typed, empty)
    const now = readControls(form.current)
    if (hasBegun(now, empty)) note(now)
  }, [complete])

  // Once, when it was sent or not.
  useEffect(() => {
    if (phase === 'sent' || (phase === 'failed' && !goToFirst(errors))) notice.current?.focus()
  }, [phase])

  function goTo(item: Item) {
    if (form.current) control(form.current, controlOf(item))?.focus()
  }

  function markEdited(event: SyntheticEvent, composing: boolean) {
    const { target } = event
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement) || !form.current) return
    const { name } = target
    if (!isControl(name)) return
    if (!composing) dropFromName(target)
    followCountry(form.current, target)
    note(readControls(form.current))
    setErrors((before) => without(before, itemOf(name)))
    setPhase((before) => (before === 'sent' ? 'editing' : before))
  }

  function validateLeft(event: React.FocusEvent) {
    const { name } = event.target as HTMLInputElement
    const next = (event.relatedTarget as HTMLInputElement | null)?.name ?? ''
    // Of a date and a phone number there are several elements; and who looks at another window has not left.
    if (!isControl(name) || !document.hasFocus()) return
    if (isControl(next) && itemOf(next) === itemOf(name)) return
    afterPress(() => {
      if (!form.current) return
      const item = itemOf(name)
      const rule = errorsOf(readControls(form.current), dayHere(new Date()))[item as keyof Errors]
      setErrors((before) => (rule ? { ...before, [item]: rule } : without(before, item)))
    })
  }

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (!form.current || phase === 'busy') return
    const now = readControls(form.current)
    if (missingItems(now).length > 0) return
    const wrong = errorsOf(now, dayHere(new Date()))
    setErrors(wrong)
    if (goToFirst(wrong)) return
    const request = requestOf(now)
    const content = JSON.stringify(request)
    if (attempt.current?.content !== content) attempt.current = { requestKey: newKey(), content }
    const website = (form.current.elements.namedItem('website') as HTMLInputElement | null)?.value ?? ''
    note(now)
    setPhase('busy')
    const openFor = await waitUntilOpenLongEnough(openedAt.current)
    const refused = await send({
      ...request,
      requestKey: attempt.current.requestKey,
      language,
      openFor,
      website,
    })
    if (refused) {
      setErrors(refused)
      setPhase('failed')
      return
    }
    saveForm(storage, null)
    attempt.current = null
    openedAt.current = Date.now()
    form.current.reset()
    setTyped(empty)
    setPhase('sent')
  }

  function goToFirst(wrong: Errors): boolean {
    const first = (Object.keys(LONGEST) as (keyof Errors)[]).find((field) => wrong[field])
    if (first) goTo(first)
    return first !== undefined
  }

  return {
    form,
    notice,
    typed,
    begun: hasBegun(typed, empty),
    errors,
    phase,
    missing: missingItems(typed),
    goTo,
    handlers: {
      onInput: (event) => markEdited(event, (event.nativeEvent as InputEvent).isComposing === true),
      onCompositionEnd: (event) => markEdited(event, false),
      onBlur: validateLeft,
      onSubmit: (event) => void submit(event),
    },
  }
}

function without(errors: Errors, item: Item): Errors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => field !== item))
}

/** Runs once the press that moved the focus has become a click: an error that pushes the page down would take it away. */
function afterPress(run: () => void) {
  if (!document.querySelector(':active')) return run()
  document.addEventListener('mouseup', () => setTimeout(run), { once: true })
}
