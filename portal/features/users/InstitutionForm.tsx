import { zodResolver } from '@hookform/resolvers/zod'
import { Alert, Button, Group, Stack } from '@mantine/core'
import { hashKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { z } from 'zod'
import { addressEntry, addressList } from '#contract/addresses.ts'
import type { Institution } from '#contract/institutions.ts'
import { phoneList } from '#contract/people.ts'
import { api } from '#portal/api.ts'
import { fieldErrorsOf, fieldName, focusFirst, showRefusal, wrongFields } from '#portal/forms.ts'
import { AddressesField } from '#ui/fields/AddressesField.tsx'
import { PhonesField } from '#ui/fields/PhonesField.tsx'
import { notifySuccess } from '#ui/notices.ts'
import { wordsFor } from '#ui/problem-words.ts'
import { institutionOptions } from './queries.ts'
import * as texts from './texts.ts'

const rules = z.object({ addresses: addressList, phones: phoneList })
type InstitutionInput = z.output<typeof rules>
type List = keyof InstitutionInput

/** The two lists are two routes: what the server says of one is told apart by its name. */
class ListRefused extends Error {
  readonly list: List
  constructor(list: List, cause: unknown) {
    super('The list was refused', { cause })
    this.list = list
  }
}

interface InstitutionFormProps {
  institution: Institution
  onDone: () => void
}

export function InstitutionForm({ institution, onDone }: InstitutionFormProps) {
  const queries = useQueryClient()
  const { id } = institution
  const form = useForm<z.input<typeof rules>, unknown, InstitutionInput>({
    resolver: zodResolver(rules),
    defaultValues: { addresses: institution.addresses, phones: institution.phones },
    shouldFocusError: false,
  })
  const { errors } = form.formState
  const element = useRef<HTMLFormElement>(null)
  const focus = (names: readonly string[]) => element.current && focusFirst(element.current, names)
  const put = {
    addresses: (body: InstitutionInput['addresses']) =>
      api.institutions.changeAddresses({ params: { id }, body }),
    phones: (body: InstitutionInput['phones']) => api.institutions.changePhones({ params: { id }, body }),
  }
  const save = useMutation({
    mutationFn: async ({ addresses, phones }: InstitutionInput) => {
      const refused = (list: List) => (cause: unknown) => Promise.reject(new ListRefused(list, cause))
      if (hashKey([addresses]) !== hashKey([institution.addresses]))
        await put.addresses(addresses).catch(refused('addresses'))
      if (hashKey([phones]) !== hashKey([institution.phones]))
        await put.phones(phones).catch(refused('phones'))
    },
    onSuccess: () => {
      notifySuccess(texts.institutionSaved)
      onDone()
    },
    onError: (error) => {
      if (!(error instanceof ListRefused)) return
      focus(showRefusal(form, error.cause, (pointer) => `${error.list}.${fieldName(pointer)}`))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: institutionOptions(id).queryKey }),
  })
  const send = form.handleSubmit(
    (entered) => save.mutate(entered),
    (wrong) => focus(wrongFields(wrong).map(({ name }) => name)),
  )
  const cause = save.error instanceof ListRefused ? save.error.cause : save.error
  const refusal = cause && fieldErrorsOf(cause).length === 0 ? wordsFor(cause) : null
  return (
    <form ref={element} noValidate onSubmit={send}>
      <Stack gap="lg">
        <Controller
          control={form.control}
          name="addresses"
          render={({ field }) => (
            <AddressesField
              label={texts.addresses}
              name="addresses"
              // What a request may leave out stands in the form, which begins with the institution's own.
              value={field.value.map((entry) => addressEntry.parse(entry))}
              onChange={field.onChange}
              errors={(index, name) => errors.addresses?.[index]?.[name]?.message}
              error={errors.addresses?.root?.message ?? errors.addresses?.message}
              disabled={save.isPending}
            />
          )}
        />
        <Controller
          control={form.control}
          name="phones"
          render={({ field }) => (
            <PhonesField
              label={texts.phoneNumbers}
              name="phones"
              value={field.value}
              onChange={field.onChange}
              errors={(index, name) => errors.phones?.[index]?.[name]?.message}
              error={errors.phones?.root?.message ?? errors.phones?.message}
              disabled={save.isPending}
            />
          )}
        />
        {refusal && (
          <Alert color="red" role="alert">
            {[refusal.title, refusal.detail].filter(Boolean).join(' ')}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone} disabled={save.isPending}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {texts.saveInstitution}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
