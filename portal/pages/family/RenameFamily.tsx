import { Button, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Family } from '#contract/families.ts'
import { api } from '#portal/api.ts'
import { familyOptions } from '#portal/features/families/public.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { notifySuccess } from '#ui/notices.ts'
import * as texts from './texts.ts'

/** Gives the family another name. */
export function RenameFamily({ family: { hospitalCode: hospital, id, name } }: { family: Family }) {
  const [opened, { open, close }] = useDisclosure(false)
  const [typed, type] = useState(name)
  const queries = useQueryClient()
  const rename = useMutation({
    mutationFn: () => api.families.rename({ params: { hospital, id }, body: { name: typed.trim() } }),
    onSuccess: (family) => {
      queries.setQueryData(familyOptions(hospital, id).queryKey, family)
      void queries.invalidateQueries({ queryKey: ['families', hospital, 'list'] })
      notifySuccess(texts.renamed)
      close()
    },
  })
  const isChanged = typed.trim() !== '' && typed.trim() !== name
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          type(name)
          rename.reset()
          open()
        }}
      >
        {texts.rename}
      </Button>
      <FormDialog
        opened={opened}
        title={texts.renameTitle}
        confirm={texts.rename}
        cancel={texts.keepName}
        ready={isChanged && !rename.isPending}
        dirty={typed !== name}
        busy={rename.isPending}
        problem={rename.error}
        onConfirm={() => rename.mutate()}
        onClose={close}
      >
        <TextInput
          label={texts.familyName}
          value={typed}
          maxLength={100}
          data-autofocus
          onChange={(event) => type(event.currentTarget.value)}
        />
      </FormDialog>
    </>
  )
}
