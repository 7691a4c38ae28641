import { hashKey } from '@tanstack/react-query'
import { useContext, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { fieldErrorsOf } from '#portal/forms.ts'
import { useSession } from '#portal/session/session.ts'
import { firstOfEach, type Messages, messagesOf } from './field-errors.ts'
import { UnsavedContext } from './unsaved.ts'
import { createUnsavedInput } from './unsaved-input.ts'

export const typed = createUnsavedInput(sessionStorage)

interface SectionOptions<T> {
  /** Its name: 'phones'. What is typed in a section of the same name is the same: of an institution, it names that. */
  name: string
  /** What the server has. */
  saved: T
  /** What may be saved. */
  rules: z.ZodType<T>
  /** What may stand in the fields while they are typed; the rules' own shape where nothing else can. */
  shape?: z.ZodType<T>
  /** Resolves once `saved` is what was saved. Throws `ProblemError`. */
  save: (value: T) => Promise<unknown>
}

/** One section of a page: what stands in its fields, what is wrong with it, and its own save. */
export interface Section<T> {
  value: T
  change: (value: T) => void
  /** At a JSON pointer into the value; '' is the value itself. */
  errorAt: (path: string) => string | undefined
  /** How many fields are wrong. */
  errors: number
  dirty: boolean
  /** What stands here was typed before a reload or a new log-in. */
  restored: boolean
  /** What the server has became another while this was typed. */
  overtaken: boolean
  state: 'typing' | 'saving' | 'saved' | 'failed'
  /** How often saving has failed: each time the first wrong field takes the focus. */
  failed: number
  /** Why it could not be saved, where no field says it. */
  failure: unknown
  save: () => Promise<void>
  discard: () => void
}

interface Draft<T> {
  value: T
  /** Of what the server had when it was begun. */
  base: string
  /** It was begun before the page was loaded, or shown. */
  restored: boolean
}

const hash = (value: unknown) => hashKey([value])

export function useSection<T>({ name, saved, rules, shape = rules, save }: SectionOptions<T>): Section<T> {
  const { user } = useSession()
  const [draft, setDraft] = useState<Draft<T> | null>(() => {
    const kept = typed.read(user.id, name, z.object({ value: shape, base: z.string() }))
    return kept && { ...kept, restored: true }
  })
  const [state, setState] = useState<Section<T>['state']>('typing')
  const [failure, setFailure] = useState<unknown>(null)
  const [checked, setChecked] = useState(false)
  const [refused, setRefused] = useState<Messages>({})
  const [failed, setFailed] = useState(0)
  const saving = useRef(false)
  const latest = useRef<Draft<T> | null>(draft)

  const value = draft ? draft.value : saved
  const savedHash = hash(saved)
  const dirty = draft !== null && hash(draft.value) !== savedHash
  const messages = checked && dirty ? { ...messagesOf(rules, value), ...refused } : {}

  const { report } = useContext(UnsavedContext)
  useEffect(() => {
    report(name, dirty)
    return () => report(name, false)
  }, [report, name, dirty])

  function put(next: Draft<T> | null) {
    latest.current = next
    setDraft(next)
    if (next === null) typed.forget(user.id, name)
    else typed.save(user.id, name, { value: next.value, base: next.base })
  }

  function finish(next: Draft<T> | null) {
    put(next)
    setChecked(false)
    setRefused({})
    setFailure(null)
  }

  function change(next: T) {
    put(hash(next) === savedHash ? null : { base: savedHash, restored: false, ...draft, value: next })
    setRefused({})
    if (!saving.current) setState('typing')
  }

  function fail() {
    setChecked(true)
    setState('failed')
    setFailed((times) => times + 1)
  }

  async function store(): Promise<void> {
    if (saving.current || !dirty) return
    setFailure(null)
    setRefused({})
    const parsed = rules.safeParse(value)
    if (!parsed.success) return fail()
    saving.current = true
    setState('saving')
    try {
      await save(parsed.data)
      // What was typed meanwhile stays.
      const later = latest.current === draft ? null : latest.current
      finish(later && { value: later.value, base: hash(parsed.data), restored: false })
      setState(later ? 'typing' : 'saved')
    } catch (error) {
      const errors = fieldErrorsOf(error)
      setRefused(firstOfEach(errors))
      setFailure(errors.length > 0 ? null : error)
      fail()
    } finally {
      saving.current = false
    }
  }

  return {
    value,
    change,
    errorAt: (path) => messages[path],
    errors: Object.keys(messages).length,
    dirty,
    restored: dirty && draft.restored,
    overtaken: dirty && draft.base !== savedHash && state !== 'saving',
    state,
    failed,
    failure,
    save: store,
    discard() {
      finish(null)
      setState('typing')
    },
  }
}
