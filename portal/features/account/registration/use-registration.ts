import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#portal/api.ts'
import { fieldErrorsOf, focusFirst, resolverOf, showRefusal, wrongFields } from '#portal/forms.ts'
import { profileOptions } from '#portal/session/profile.ts'
import { createDraft } from './draft.ts'
import {
  choiceOf,
  inPageOrder,
  institutionField,
  type RegistrationInfo,
  registrationField,
  registrationOf,
  type Values,
  valuesOf,
  withOpenInvitation,
  wrongWith,
} from './values.ts'

const draft = createDraft(sessionStorage)

/** The form of a registration, kept over a reload, and its sending: once, however often it is pressed. */
export function useRegistration(registration: RegistrationInfo) {
  const queries = useQueryClient()
  const form = useForm<Values>({
    defaultValues: withOpenInvitation(draft.read() ?? valuesOf(registration), registration),
    resolver: resolverOf(wrongWith),
    shouldFocusError: false,
  })
  const [failure, setFailure] = useState<unknown>(null)
  const sending = useRef(false)

  const { subscribe } = form
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => draft.save(values) }),
    [subscribe],
  )

  const refuse = (nameOf: (pointer: string) => string) => (error: unknown) => {
    focusFirst(document, showRefusal(form, error, nameOf))
    throw error
  }

  async function institutionOf(values: Values): Promise<number> {
    const invitation = registration.invitations.find(({ id }) => id === values.invitationId)
    if (invitation) return invitation.institution.institutionId
    if (values.institutionKind === 'listed') return values.institution?.institutionId ?? 0
    const made = await api.institutions
      .create({ body: values.newInstitution })
      .catch(refuse(institutionField))
    // If the rest is refused, it is there already.
    form.setValue('institution', choiceOf(made))
    form.setValue('institutionKind', 'listed')
    return made.institutionId
  }

  async function send(values: Values): Promise<void> {
    const institutionId = await institutionOf(values)
    const body = registrationOf(values, institutionId)
    const user = await api.physicians.register({ body }).catch(refuse(registrationField))
    draft.forget()
    queries.setQueryData(profileOptions.queryKey, user)
  }

  async function failed(error: unknown): Promise<void> {
    if (fieldErrorsOf(error).length > 0) return
    setFailure(error)
    // Another tab was quicker, or the address counts as not verified: the profile says it.
    await queries.invalidateQueries({ queryKey: profileOptions.queryKey })
  }

  const submit = form.handleSubmit(
    async (values) => {
      if (sending.current) return
      sending.current = true
      setFailure(null)
      await send(values).catch(failed)
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
  }
}
