import { ActionIcon } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useOpenFamily } from '../open-family.ts'
import * as texts from './texts.ts'

interface ToolProps {
  label: string
  isDisabled?: boolean
  onPress: () => void
  children: ReactNode
}

/** A button with an icon above the drawing or the table. */
export function Tool({ label, isDisabled = false, onPress, children }: ToolProps) {
  return (
    <ActionIcon
      variant="default"
      size={30}
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onPress}
    >
      {children}
    </ActionIcon>
  )
}

/** Undo and redo by touch, for whoever may change the family. */
export function UndoTools() {
  const { state, undo, redo, mayChange } = useOpenFamily()
  if (!mayChange) return null
  return (
    <>
      <Tool label={texts.undo(state.undoable)} isDisabled={state.undoable === null} onPress={undo}>
        <IconArrowBackUp size={18} />
      </Tool>
      <Tool label={texts.redo(state.redoable)} isDisabled={state.redoable === null} onPress={redo}>
        <IconArrowForwardUp size={18} />
      </Tool>
    </>
  )
}
