import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Kit } from '#contract/kits.ts'
import type { KitRecipient } from '#domain/kits/kit.ts'
import { api } from '#portal/api.ts'
import { fieldErrorsOf, focusFirst, resolverOf, showRefusal, wrongFields } from '#portal/forms.ts'
import { useHere } from '#portal/links/use-here.ts'
import { createDraft } from './draft.ts'
import { freshValues, inPageOrder, isOrderOf, requestOf, type Values, wrongWith } from './order-values.ts'
import { kitOptions } from './queries.ts'

const draft = createDraft(sessionStorage)

export interface KitOrderStart {
  hospital: string
  /** Whom it is sent to until somebody says otherwise. */
  recipient: KitRecipient
  /** What is ordered again; null for something new. */
  before: Kit | null
}

/** The form of a kit order, kept over a reload, and its sending: once, however often it is pressed or changed. */
export function useKitOrder({ hospital, recipient, before }: KitOrderStart) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const here = useHere()
  // What was typed for another order is not meant.
  const from = before?.id ?? null
  const [saved] = useState(() => draft.read({ hospital, from }))
  const form = useForm<Values>({
    defaultValues: saved ?? freshValues(recipient, before),
    resolver: resolverOf(wrongWith),
    shouldFocusError: false,
  })
  const [failure, setFailure] = useState<unknown>(null)
  const [stored, setStored] = useState<Kit | null>(null)
  const [restored, setRestored] = useState(saved !== null)
  const sending = useRef(false)

  const { subscribe, reset } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => draft.save({ hospital, from }, values),
      }),
    [subscribe, hospital, from],
  )

  async function send(values: Values): Promise<void> {
    const stillHere = here()
    const request = requestOf(values)
    // It may be stored without an answer: after a reload, too, it is sent under this key.
    draft.save({ hospital, from }, values)
    try {
      const kit = await api.kits.order({ params: { hospital }, body: request })
      queries.setQueryData(kitOptions(hospital, kit.id).queryKey, kit)
      void queries.invalidateQueries({ queryKey: ['kits'] })
      if (!isOrderOf(kit, request)) {
        // The user has been told by the time they press again: then these are another order.
        form.setValue('requestKey', crypto.randomUUID())
        return setStored(kit)
      }
      draft.forget({ hospital, from })
      if (stillHere())
        await navigate({ to: '/kits/$id', params: { id: String(kit.id) }, search: { ordered: true } })
    } catch (error) {
      const refused = showRefusal(form, error)
      if (stillHere()) focusFirst(document, refused)
      if (fieldErrorsOf(error).length === 0) setFailure(error)
    }
  }

  const submit = form.handleSubmit(
    async (values) => {
      if (sending.current) return
      sending.current = true
      setFailure(null)
      setStored(null)
      await send(values)
      sending.current = false
    },
    (errors) =>
      focusFirst(
        document,
        wrongFields(errors).map(({ name }) => name),
      ),
  )

  return {
    form,
    submit,
    /** What is wrong, in the order of the page; empty until it was tried to be sent. */
    wrong: inPageOrder(wrongFields(form.formState.errors)),
    goTo: (name: string) => focusFirst(document, [name]),
    /** Why it could not be sent, where no field says it. */
    failure,
    /** What an earlier try ordered, though its answer was lost; what was changed since is not ordered. */
    stored,
    /** What stands here was typed before a reload or a new log-in. */
    restored,
    startOver: () => {
      reset(freshValues(recipient, before))
      draft.forget({ hospital, from })
      setRestored(false)
      setStored(null)
    },
  }
}
