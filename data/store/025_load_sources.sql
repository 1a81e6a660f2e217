-- The system that reports a file's rows; '' where none is named, and for reference tables.
alter table load_file add column source text not null default '';
