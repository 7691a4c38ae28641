import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { OrderFile } from '#contract/documents.ts'
import { useSession } from '#portal/session/session.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import classes from '../fields.module.css'
import * as texts from '../texts.ts'
import { UploadFiles } from '../UploadFiles.tsx'
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
        {texts.insuranceCard}
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
                aria-label={texts.remove(card.filename)}
                disabled={removing}
                onClick={() => setFileToRemove(card)}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <UploadFiles
        ref={adder}
        isSeveral
        accept={PICTURES_AND_PDF}
        uploading={uploading}
        problem={problem}
        words={cards.length === 0 ? texts.uploadCard : texts.uploadAnother}
        onFiles={(files) => void upload(files)}
      />
      <ConfirmDialog
        opened={fileToRemove !== null}
        title={texts.removeFileTitle}
        confirm={texts.removeFile}
        cancel={texts.keep}
        danger
        busy={removing}
        onClose={() => setFileToRemove(null)}
        onConfirm={async () => {
          if (fileToRemove) await remove(fileToRemove.id)
          setFileToRemove(null)
          adder.current?.focus()
        }}
      >
        {fileToRemove && texts.cardRemoved(fileToRemove.filename)}
      </ConfirmDialog>
    </div>
  )
}

function kilobytes(bytes: number): string {
  return bytes < 1_000_000
    ? texts.kilobytes(Math.max(1, Math.round(bytes / 1000)))
    : texts.megabytes((bytes / 1_000_000).toFixed(1))
}
