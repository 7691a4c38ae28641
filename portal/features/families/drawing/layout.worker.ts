import { type LayoutRequest, layOut } from './lay-out.ts'

// Places a large family beside the page, which goes on answering meanwhile.
addEventListener('message', ({ data }: MessageEvent<LayoutRequest>) => {
  postMessage(layOut(data))
})
