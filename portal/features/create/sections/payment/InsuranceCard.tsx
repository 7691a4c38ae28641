import { ActionIcon, Button, FileButton, Progress, Text } from '@mantine/core'
import { IconUpload, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { OrderFile } from '#contract/documents.ts'
import { useSession } from '#portal/session/session.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import classes from '../fields.module.css'
import { useInsuranceCards } from './use-insurance-cards.ts'

const PICTURES_AND_PDF = '.pdf,.png,.jpg,.jpeg,.tif,.tiff,.heic,.heif'

/** Pictures of the insurance card, which go to the order's documents. Where those are not offered, nothing is shown. */
export function InsuranceCard() {
  const { flags } = useSession().configuration
  return flags.Document_Management ? <Cards /> : null
}

function Cards() {
  const { cards, upload, remove, uploading, removing, problem } = useInsuranceCards()
  const [fileToRemove, setFileToRemove] = useState<OrderFile | null>(null)
  const adder = useRef<HTMLButtonElement>(null)
  return (
    <div className={classes.ownPayer}>
      <div className={classes.legend} id="insurance-card">
        Insurance card
      </div>
      {cards.length > 0 && (
        <ul className={classes.rows} aria-labelledby="insurance-card">
          {cards.map((card) => (
            <li key={card.id} className={classes.row}>
              <div className={classes.grow}>
                <div className={classes.fileName}>{card.filename}</div>
                <div className={classes.facts}>{kilobytes(card.bytes)}</div>
              </div>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${card.filename}`}
                disabled={removing}
                onClick={() => setFileToRemove(card)}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {uploading && (
        <div role="status">
          <Text size="sm">Uploading {uploading.name}…</Text>
          <Progress value={uploading.share * 100} aria-label={`How much of ${uploading.name} is uploaded`} />
        </div>
      )}
      {problem !== '' && (
        <div className={classes.problem} role="alert">
          {problem}
        </div>
      )}
      <FileButton multiple accept={PICTURES_AND_PDF} onChange={(files) => void upload(files)}>
        {(button) => (
          <Button
            {...button}
            ref={adder}
            variant="default"
            size="xs"
            mt="xs"
            leftSection={<IconUpload size={14} aria-hidden />}
            disabled={uploading !== null}
          >
            {cards.length === 0 ? 'Upload the card, front and back' : 'Upload another'}
          </Button>
        )}
      </FileButton>
      <ConfirmDialog
        opened={fileToRemove !== null}
        title="Remove the picture?"
        confirm="Remove picture"
        cancel="Keep"
        danger
        busy={removing}
        onClose={() => setFileToRemove(null)}
        onConfirm={async () => {
          if (fileToRemove) await remove(fileToRemove.id)
          setFileToRemove(null)
          adder.current?.focus()
        }}
      >
        {fileToRemove?.filename} is taken away from this order.
      </ConfirmDialog>
    </div>
  )
}

function kilobytes(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`
}
