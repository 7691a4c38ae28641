import { Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LaboratoryMessage } from '#contract/laboratory.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import classes from './laboratory.module.css'
import { messageOptions } from './queries.ts'
import * as texts from './texts.ts'
import { messageName } from './words.ts'

interface MessageDialogProps {
  /** Null: closed. */
  message: LaboratoryMessage | null
  onClose: () => void
}

/** A message and its answer as they stand on the wire, for who has to find out what is wrong with it. */
export function MessageDialog({ message, onClose }: MessageDialogProps) {
  return (
    <Modal
      opened={message !== null}
      onClose={onClose}
      size="xl"
      title={message ? messageName(message) : ''}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {message && <Wire message={message} />}
    </Modal>
  )
}

function Wire({ message }: { message: LaboratoryMessage }) {
  const wire = useQuery(messageOptions(message))
  const isOutgoing = message.direction === 'out'
  if (wire.isError) return <ErrorState problem={wire.error} retry={() => wire.refetch()} />
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {texts.openingRecorded}
      </Text>
      {wire.data === undefined ? (
        <Skeleton height={220} aria-label={texts.theMessageIsLoading} />
      ) : (
        <>
          <section>
            <h2 className={classes.heading}>{isOutgoing ? texts.messageSent : texts.messageReceived}</h2>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard */}
            <pre className={classes.text} tabIndex={0}>
              {wire.data.text}
            </pre>
          </section>
          <section>
            <h2 className={classes.heading}>{isOutgoing ? texts.theLaboratorysAnswer : texts.ourAnswer}</h2>
            {wire.data.answer ? (
              <pre className={classes.text}>{wire.data.answer}</pre>
            ) : (
              <Text size="sm">{isOutgoing ? texts.nothingYet : texts.noAnswerNeeded}</Text>
            )}
          </section>
        </>
      )}
    </Stack>
  )
}
