import { Alert, Button, Group, Modal } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Physician } from '#contract/physicians.ts'
import { api } from '#portal/api.ts'
import { useLegalTexts } from '#portal/legal-texts.ts'
import { profileOptions } from '#portal/session/profile.ts'
import { LegalScroll } from '#ui/LegalScroll.tsx'
import { wordsFor } from '#ui/problem-words.ts'
import * as texts from './texts.ts'

/** Once a year, over the page that was wanted. */
export function AnnualNotice({ user }: { user: Physician }) {
  const { privacyNotice } = useLegalTexts()
  const [isOpen, setOpen] = useState(true)
  const queries = useQueryClient()
  const approve = useMutation({
    mutationFn: () => api.physicians.approveNotice({ params: { id: user.id } }),
    onSuccess: () => {
      setOpen(false)
      return queries.invalidateQueries({ queryKey: profileOptions.queryKey })
    },
  })
  return (
    <Modal
      opened={isOpen}
      onClose={() => {}}
      title={privacyNotice.title}
      size={720}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <p>{texts.privacyReview}</p>
      <LegalScroll text={privacyNotice} heading="h3" />
      {approve.isError && (
        <Alert color="red" role="alert" mt="md">
          {wordsFor(approve.error).title}
        </Alert>
      )}
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" disabled={approve.isPending} onClick={() => setOpen(false)}>
          {texts.askMeNextTime}
        </Button>
        <Button loading={approve.isPending} onClick={() => approve.mutate()}>
          {texts.privacyRead}
        </Button>
      </Group>
    </Modal>
  )
}
