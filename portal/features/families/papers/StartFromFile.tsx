import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy } from 'react'
import { LateDialog } from '#ui/LateDialog.tsx'
import * as texts from '../texts.ts'

const Dialog = lazy(async () => ({ default: (await import('./FileDialog.tsx')).FileDialog }))

/** Opens the dialog that starts a family from a file; loaded when it is first opened. */
export function StartFromFile() {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" onClick={open}>
        {texts.startFromFile}
      </Button>
      {opened && (
        <LateDialog onLeave={close}>
          <Dialog onClose={close} />
        </LateDialog>
      )}
    </>
  )
}
