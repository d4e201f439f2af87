/** Settings of a studio. Paths are absolute. */
export interface StudioSettings {
  /** The address that people open, such as https://edit.example.com. Requests for other hosts are refused. */
  url: URL
  /** Host and port on which the server listens, behind a web server that terminates TLS. */
  host: string
  port: number
  /** The content folder. `studio.yaml` is next to it. */
  content: string
  /** Output folder of builds. */
  out: string
  /** Folder for sessions, publications and the audit trail. */
  data: string
  /** Undefined if the studio cannot send emails; then `site studio link` prints the links for signing in. */
  mail: { url: string; from: string } | undefined
  /** The relay whose leads are shown, and the key that it accepts. */
  relay: { url: string; key: string } | undefined
  /** Shell command that publishes the build; undefined if the build itself is what visitors see. */
  deploy: string | undefined
}
