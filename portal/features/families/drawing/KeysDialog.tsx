import { Modal } from '@mantine/core'
import classes from './drawing-tab.module.css'
import * as texts from './texts.ts'

/** Every key of the drawing and the table. */
export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.keys}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <dl className={classes.keys}>
        {texts.allKeys.map(([key, meaning]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
