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
import { attemptOf, freshValues, inPageOrder, requestOf, type Values, wrongWith } from './order-values.ts'
import { kitOptions } from './queries.ts'

const draft = createDraft(sessionStorage)

export interface KitOrderStart {
  hospital: string
  /** Whom it is sent to until somebody says otherwise. */
  recipient: KitRecipient
  /** What is ordered again; null for something new. */
  before: Kit | null
}

/** The form of a kit order, kept over a reload, and its sending: once, however often it is pressed. */
export function useKitOrder({ hospital, recipient, before }: KitOrderStart) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const here = useHere()
  // What is ordered again is asked for in the address: what was typed for another order is not meant.
  const [saved] = useState(() => (before ? null : draft.read(hospital)))
  const form = useForm<Values>({
    defaultValues: saved ?? freshValues(recipient, before),
    resolver: resolverOf(wrongWith),
    shouldFocusError: false,
  })
  const [failure, setFailure] = useState<unknown>(null)
  const [restored, setRestored] = useState(saved !== null)
  const sending = useRef(false)

  const { subscribe, reset } = form
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => draft.save(hospital, values) }),
    [subscribe, hospital],
  )

  async function send(values: Values): Promise<void> {
    const stillHere = here()
    const attempt = attemptOf(values)
    form.setValue('requestKey', attempt.requestKey)
    form.setValue('sent', attempt.sent)
    try {
      const kit = await api.kits.order({ params: { hospital }, body: requestOf(attempt) })
      draft.forget(hospital)
      queries.setQueryData(kitOptions(hospital, kit.id).queryKey, kit)
      void queries.invalidateQueries({ queryKey: ['kits'] })
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
    /** What stands here was typed before a reload or a new log-in. */
    restored,
    startOver: () => {
      draft.forget(hospital)
      reset(freshValues(recipient, null))
      draft.forget(hospital)
      setRestored(false)
    },
  }
}
