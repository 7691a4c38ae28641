import { createServer } from 'node:net'
import { SetupError } from '../database/setup-error.ts'

/** Fails early, before anything else is touched, if a port is taken. */
export function portFree(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new SetupError(
              `Port ${port} is taken. Stop what uses it, or start with another: PORT=${port + 1} npm start.`,
            )
          : new SetupError(`Cannot listen on port ${port} of ${host}: ${error.message}.`),
      ),
    )
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}
