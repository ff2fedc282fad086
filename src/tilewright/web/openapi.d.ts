// What the page of the HTTP interface reads of its description.

export interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  type?: string;
  items?: Schema;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  format?: string;
  description?: string;
  default?: unknown;
  properties?: Record<string, Schema>;
}

export interface Content {
  description?: string;
  content?: Record<string, { schema: Schema }>;
}

export interface Operation {
  summary: string;
  description?: string;
  requestBody?: Content;
  responses: Record<string, Content>;
  parameters?: { name: string; description?: string; schema: Schema }[];
}

export interface Description {
  info: Record<string, string>;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}
