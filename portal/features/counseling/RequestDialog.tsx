import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { Appointment } from '#contract/counseling.ts'
import { canDo } from '#domain/counseling/states.ts'
import { DialogDetails } from '#ui/dialogs/DialogDetails.tsx'
import { Timeline } from '#ui/Timeline.tsx'
import { AppointmentTag } from './AppointmentTag.tsx'
import classes from './counseling.module.css'
import * as texts from './texts.ts'
import { contentDetails, EVENT_WORDS, outcomeWords, patientWords } from './words.ts'

interface RequestDialogProps {
  /** It stays while the dialog goes out of sight. */
  request: Appointment | null
  opened: boolean
  onClose: () => void
  onAgain: (request: Appointment) => void
  /** A request is being sent again. */
  isSending: boolean
  onDelete: (request: Appointment) => void
}

/** What a patient wrote, and what became of it. */
export function RequestDialog({
  request,
  opened,
  onClose,
  onAgain,
  isSending,
  onDelete,
}: RequestDialogProps) {
  return (
    <Modal
      opened={opened && request !== null}
      onClose={onClose}
      size="lg"
      title={request ? texts.requestTitle(request.id) : ''}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {request && (
        <Stack gap="md">
          <Group gap="xs">
            <AppointmentTag state={request.state} />
            <Text size="sm">{outcomeWords(request).first}</Text>
          </Group>
          {request.content ? (
            <section>
              <h2 className={classes.heading}>{texts.writtenBy(patientWords(request))}</h2>
              <DialogDetails details={contentDetails(request.content, request.language)} />
            </section>
          ) : (
            <Text size="sm">{texts.textDeleted}</Text>
          )}
          <section>
            <h2 className={classes.heading}>{texts.history}</h2>
            <Timeline
              items={request.events.map(({ kind, at, actor, detail }, index) => ({
                key: index,
                title: EVENT_WORDS[kind],
                ...{ detail, at, actor, state: 'done' as const },
              }))}
            />
          </section>
          <Text size="xs" c="dimmed">
            {texts.referenceOf(
              request.reference,
              request.partnerReference && `, the partner’s own number is ${request.partnerReference}`,
            )}
          </Text>
          <Group justify="flex-end" gap="xs">
            {canDo('remove', request.state) && (
              <Button variant="subtle" color="red" onClick={() => onDelete(request)}>
                {texts.deleteRequest}
              </Button>
            )}
            {canDo('again', request.state) && (
              <Button variant="light" onClick={() => onAgain(request)} loading={isSending}>
                {texts.sendNow(request.state === 'handed-over' ? 'again' : 'now')}
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
