import { Modal } from '@mantine/core'
import type { LegalText as Text } from '#domain/brand/brand.ts'
import { LegalText } from './LegalText.tsx'

/** A complete legal text to read; input on the page behind it is kept. */
export function LegalDialog({ text, opened, onClose }: { text: Text; opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={text.title}
      size={720}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <LegalText text={text} heading="h3" />
    </Modal>
  )
}
