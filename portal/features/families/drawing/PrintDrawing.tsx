import { Button, Checkbox, Modal } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#portal/api.ts'
import { saveFile } from '#portal/files/file.ts'
import { notifyProblem } from '#ui/notices.ts'
import { useOpenFamily } from '../open-family.ts'
import * as texts from './texts.ts'

/** The drawing as a PDF; people have names in it only if that is ticked. */
export function PrintDrawing() {
  const {
    state: { family, status },
  } = useOpenFamily()
  const [withNames, print] = useState(false)
  const [isOpen, open] = useState(false)
  const { hospitalCode: hospital, id } = family
  const download = useMutation({
    mutationFn: () =>
      api.families.drawing({
        params: { hospital, id },
        query: { names: withNames ? 'with' : 'without' },
      }),
    onSuccess: (pdf) => saveFile(pdf, { filename: texts.fileName(id), mediaType: 'application/pdf' }),
    onError: notifyProblem,
  })
  return (
    <>
      <Button size="xs" variant="default" onClick={() => open(true)}>
        {texts.print}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => open(false)}
        title={texts.printTitle}
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        <Checkbox
          label={texts.withNames}
          checked={withNames}
          onChange={(event) => print(event.currentTarget.checked)}
        />
        <p>{texts.printHint}</p>
        {/* The server prints what it has. */}
        <Button
          loading={download.isPending}
          disabled={status.kind !== 'saved'}
          onClick={() => download.mutate()}
        >
          {texts.openPdf}
        </Button>
      </Modal>
    </>
  )
}
